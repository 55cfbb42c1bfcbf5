// The four contracts that answer documents with a header: what is released of them, and how it is counted.
import type { Static, TSchema } from 'typebox';
import { overlaps } from '../../../domain/model/interval.ts';
import { numberKindOf, type PatientNumber } from '../../../domain/model/patient-number.ts';
import type { RecordOf } from '../../../domain/records/index.ts';
import { type ExtractKind, type Facts, factsOf } from '../../../domain/rules/facts.ts';
import { isForeign, personRoots } from '../../../domain/rules/foreign.ts';
import type { Found, Loss, Reader } from '../../../ports/ehr.ts';
import { type Watched, watchReads } from '../translation/unread.ts';
import type { CountLoss } from '../translation/values.ts';
import { hidesPatient, type RuledPaths, underPublishedNames } from './losses.ts';
import { filteredKind } from './members.ts';
import { asking, type Connection, type Contract } from './soap/ask.ts';
import { conclusion } from './soap/conclusion.ts';
import { datePeriod, type Elements, personId } from './soap/request.ts';
import type { PatientSummaryHeaderType } from './wire-types.ts';

/** What a request is made of. */
export type Asked = {
  readonly patientId: Elements;
  /** Whole days: the interval where it is passed on, else all of time. */
  readonly period: Elements;
  /** The source system to ask: required for a reserve number, which only that system knows. */
  readonly sourceSystem: string | undefined;
};

type Kind = Exclude<ExtractKind, 'patients' | 'patientsV2'>;

/** A contract that answers documents, and what is published of one. */
export type DocumentContract<K extends Kind, S extends TSchema> = Contract<S> & {
  readonly kind: K;
  readonly request: (asked: Asked) => Elements;
  /** Name of the header's element in a document. */
  readonly header: keyof Static<S> & string;
  /** What access rules look at, where it is on the wire. */
  readonly ruled: RuledPaths;
  /**
   * Every value that it reads is in the record or told to `lose`; what it does not read is counted as unmapped. A promise
   * where a long text has to be read.
   */
  readonly record: (
    document: Static<S>,
    header: PatientSummaryHeaderType,
    lose: CountLoss,
  ) => RecordOf<K> | Promise<RecordOf<K>>;
};

/** The same contract; its members are typed by each other. */
export const documentContract = <K extends Kind, S extends TSchema>(contract: DocumentContract<K, S>) =>
  contract;

/**
 * Whether a patient may see a document. Only a plain yes counts as approval: what is missing, cannot be read or stands
 * there twice is none. Nor is one shown of which nobody can tell whether it is withdrawn: it would look as if it holds.
 */
const isShown = (header: PatientSummaryHeaderType, losses: readonly Loss[], headerPath: string): boolean => {
  const decisive = [headerPath, `${headerPath}/approvedForPatient`, `${headerPath}/nullified`];
  return header.approvedForPatient === true && !losses.some(({ path }) => decisive.includes(path));
};

/** The reader of a kind. */
export const readDocuments = <K extends Kind, S extends TSchema>(
  connection: Connection,
  contract: DocumentContract<K, S>,
): Reader<RecordOf<K> | undefined> => {
  const { system, own, reserveRoot } = connection;
  const { kind, element, header: headerName, ruled } = contract;
  const ask = asking(connection, contract);
  const passesInterval = kind === filteredKind && system.intervalAtEhr.has(kind);
  const factsIn = factsOf[kind] as (record: RecordOf<K>) => Facts;
  const roots = personRoots(reserveRoot);
  const patientPath = `${element}/${headerName}/patientId`;

  const translated = async (whole: Static<S>, read: readonly Loss[]) => {
    const { document, unread } = watchReads(whole as object) as Watched<Static<S>>;
    const header = ((document as Record<string, unknown>)[headerName] ?? {}) as PatientSummaryHeaderType;
    const isReleased = isShown(header, read, `${element}/${headerName}`);
    const lost: Loss[] = [];
    const lose: CountLoss = (path, reason = 'unreadable') =>
      void lost.push({ path: `${element}/${path}`, reason });
    const record = await contract.record(document, header, lose);
    for (const path of unread()) lose(path, 'unmapped');
    return { record, losses: underPublishedNames([...read, ...lost], element, ruled), isReleased };
  };

  const bodyOf = (patient: PatientNumber, interval: Parameters<typeof datePeriod>[0]) =>
    contract.request({
      patientId: personId(patient, reserveRoot),
      period: datePeriod(passesInterval ? interval : {}),
      sourceSystem: numberKindOf(patient) === 'reserve' ? own.logicalAddress : undefined,
    });

  return async function* ({ patient, interval, call }) {
    const headers = { logicalAddress: own.logicalAddress };
    const body = bodyOf(patient, interval);
    const { ended, omissions } = conclusion(connection, contract, call);
    for await (const { document, losses: read } of ask({ headers, body, call, ended })) {
      const { record, losses, isReleased } = await translated(document, read);
      const { patientId, span } = factsIn(record);
      const isUnclear = hidesPatient(read, patientPath);
      // Whose a released record is, is judged once more where it is answered.
      if (isUnclear || (!isReleased && isForeign(patientId, patient, roots))) yield { omitted: 'foreign' };
      else if (isReleased) yield { record, losses } satisfies Found<RecordOf<K>>;
      else if (overlaps(interval, span)) yield { record: undefined, losses: [] };
    }
    yield* omissions();
  };
};
