// The four contracts that return documents with a header: which documents are released, and how losses are counted.
import type { Static, TSchema } from 'typebox';
import { type Interval, overlaps } from '../../../domain/model/interval.ts';
import { hides } from '../../../domain/model/loss.ts';
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import { numberKindOf, type PatientNumber } from '../../../domain/model/patient-number.ts';
import type { RecordOf } from '../../../domain/records/index.ts';
import { type ExtractKind, type Facts, factsOf } from '../../../domain/rules/facts.ts';
import { ownership, personRoots } from '../../../domain/rules/foreign.ts';
import type { Found, Loss, Reader } from '../../../ports/ehr.ts';
import { answerMeter } from '../meter.ts';
import type { TextLimits } from '../translation/markup/read-markup.ts';
import { planOf } from '../xml/plan.ts';
import { peek } from '../xml/tracked-document.ts';
import type { XmlTree } from '../xml/write-xml.ts';
import { type DocumentLosses, openDocument } from './losses.ts';
import { filteredKind, type RivtaMembers } from './members.ts';
import { type Contract, contractCaller, type SoapConnection, type SoapDocument } from './soap/contract.ts';
import { datePeriod, personId } from './soap/request.ts';
import type { PatientSummaryHeaderType } from './wire-types.ts';

/**
 * What a translation needs besides the document: its losses, the members of the system in the profile, the local time (14 digits), and
 * where its texts are counted.
 */
export type SoapTranslation = DocumentLosses &
  TextLimits & {
    readonly profile: RivtaMembers;
    readonly now: string;
  };

type Kind = Exclude<ExtractKind, 'patients'>;

/** A contract that returns documents, and how they are published. */
export type DocumentContract<K extends Kind, S extends TSchema> = Contract<S> & {
  readonly kind: K;
  /** Names of elements in the request, which differ. */
  readonly period: 'datePeriod' | 'timePeriod';
  readonly sourceSystem: 'sourceSystemHSAId' | 'sourceSystemHSAid';
  /** Name of the header element in a document. */
  readonly header: keyof Static<S> & string;
  /** Whether no patient may see a document: what it says of itself beside its header. It only looks at the document. */
  readonly isWithheld?: (document: Static<S>) => boolean;
  /** Paths of elements that decide it: a document is withheld if one of them, or a part of it, is repeated or unreadable. */
  readonly decisive?: readonly string[];
  /** Titles that the record may lack, for the release rules. */
  readonly titles?: (document: Static<S>, header: PatientSummaryHeaderType) => readonly string[] | undefined;
  /**
   * Translates a document. It must publish each value that it reads, or count it with `countLoss`; values that it does not
   * read are counted as unmapped. Asynchronous if long texts have to be parsed.
   */
  readonly record: (
    document: Static<S>,
    header: PatientSummaryHeaderType,
    translation: SoapTranslation,
  ) => RecordOf<K> | Promise<RecordOf<K>>;
};

/** Returns its argument. Lets TypeScript infer the type parameters of a contract. */
export const documentContract = <K extends Kind, S extends TSchema>(contract: DocumentContract<K, S>) =>
  contract;

/**
 * Whether a patient may see a document. An approval that is missing, unreadable or repeated does not count. What its source
 * has taken back (`nullified`) is withheld, because it may be about somebody else (D35), and so is what may have been.
 */
const isReleasedToPatient = (
  header: PatientSummaryHeaderType,
  losses: readonly Loss[],
  headerPath: string,
): boolean => {
  const decisive = [headerPath, `${headerPath}/approvedForPatient`, `${headerPath}/nullified`];
  const mayBeSeen = header.approvedForPatient === true && header.nullified !== true;
  return mayBeSeen && !losses.some(({ path }) => decisive.includes(path));
};

/** Creates the reader of a kind. */
export const readDocuments = <K extends Kind, S extends TSchema>(
  connection: SoapConnection,
  contract: DocumentContract<K, S>,
): Reader<RecordOf<K> | undefined> => {
  const { system, profile, reserveRoot } = connection;
  const { kind, element, header: headerName } = contract;
  const callContract = contractCaller(connection, contract);
  const passesInterval = kind === filteredKind && system.intervalAtEhr.has(kind);
  const factsOfRecord = factsOf[kind] as (record: RecordOf<K>) => Facts;
  const roots = personRoots(reserveRoot);
  const plan = planOf(contract.schema, connection.rules);

  const translate = async (received: SoapDocument<Static<S>>, limits: TextLimits) => {
    const { document, ofDocument, losses } = openDocument<Static<S> & object>(received, { element, plan });
    const header = ((document as Record<string, unknown>)[headerName] ?? {}) as PatientSummaryHeaderType;
    const isReleased =
      isReleasedToPatient(header, received.losses, `${element}/${headerName}`) &&
      contract.isWithheld?.(peek(document as object) as Static<S>) !== true &&
      contract.decisive?.some(ofDocument.isDamaged) !== true;
    const record = await contract.record(document, header, {
      ...ofDocument,
      profile,
      now: connection.now(),
      ...limits,
    });
    return {
      record,
      losses: losses(),
      titles: contract.titles?.(peek(document as object) as Static<S>, peek(header)),
      isReleased,
    };
  };

  const requestBody = (patient: PatientNumber, interval: Interval): XmlTree => ({
    'q:patientId': personId(patient, reserveRoot),
    // Whole days: the interval if it is passed on, else all time.
    [`q:${contract.period}`]: datePeriod(passesInterval ? interval : {}),
    // Required for a reserve number, which only that system knows.
    [`q:${contract.sourceSystem}`]: numberKindOf(patient) === 'reserve' ? profile.logicalAddress : undefined,
  });

  return async function* ({ patient, interval, call }) {
    const beginRecord = answerMeter();
    for await (const item of callContract({ body: requestBody(patient, interval), call })) {
      if ('omitted' in item) {
        yield item;
        continue;
      }
      const { isReleased, ...translated } = await translate(item, {
        memory: call.memory,
        meter: beginRecord(),
      });
      const { patientId, span } = factsOfRecord(translated.record);
      // The use case checks the patient of released records itself (D17).
      const isForeignRecord =
        hides(translated.losses, 'owner') ||
        (!isReleased && ownership({ patientId, losses: translated.losses }, patient, roots) !== 'own');
      if (isForeignRecord) yield { omitted: 'foreign' };
      else if (isReleased) yield omitUndefined<Found<RecordOf<K>>>(translated);
      else if (overlaps(interval, hides(translated.losses, 'time') ? undefined : span))
        yield { record: undefined, losses: [] };
    }
  };
};
