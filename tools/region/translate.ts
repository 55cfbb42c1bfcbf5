// npm run region -- translate: prints what the service would answer for a saved EHR answer, without any network.
import type { Region } from '../../src/config/region/region.ts';
import { isFailure } from '../../src/domain/model/failure.ts';
import { type RecordKind, recordKinds } from '../../src/domain/records/index.ts';
import { noSuchPatient } from '../../src/domain/use-cases/read-appointments.ts';
import { parseStrictJson } from '../../src/json/strict-json.ts';
import { readArguments } from '../arguments.ts';
import { print, Refusal, UsageError, visible, warn } from '../command.ts';
import { counted } from '../terminal/words.ts';
import { printExplained } from './explained.ts';
import { readFile } from './file.ts';
import { wrongFormat } from './file-format.ts';
import { leftOutInWords } from './left-out-words.ts';
import { defaultProfile, loadRegion, patientIn } from './profile.ts';
import { reasonOf } from './reasons.ts';
import { type Asked, onlySystem, type Translation, translateFile } from './translation.ts';

const kindIn = (text: string): RecordKind => {
  const kind = recordKinds.find(one => one === text);
  if (kind === undefined)
    throw new UsageError(`Unknown kind "${visible(text)}": one of ${recordKinds.join(', ')}.`);
  return kind;
};

/** Says what the file was read as, if it turned out to be another kind of document. */
const readAs = (error: unknown, { systems: [system] }: Region, kind: RecordKind): readonly string[] =>
  isFailure(error) && error.reason === 'ehr-document'
    ? [
        `It was read as ${kind} of the system "${system?.name}" (adapter ${system?.adapter}): are the kind and the profile right?`,
      ]
    : [];

/** Says whose the file was taken to be, where nobody named the patient. */
const firstNumber = ({ patient }: Pick<Asked, 'patient'>): readonly string[] =>
  patient === undefined
    ? ['The patient is the first whose number the file has: name another one with --patient.']
    : [];

/** Indents JSON text and keeps all digits of its numbers. */
const indented = (json: string): string => {
  const most = Number.POSITIVE_INFINITY;
  const limits = { depth: most, recordValues: most, records: most };
  return JSON.stringify(parseStrictJson(json, { exact: true, limits }), undefined, 2);
};

/** Translates the file, or says why the service would refuse it. */
const outcomeOf = async (file: Uint8Array, asked: Asked): Promise<Translation | Refusal> => {
  const { region, kind } = asked;
  try {
    return await translateFile(file, asked);
  } catch (error) {
    if (error instanceof Refusal) return error;
    if (isFailure(error, 'patient-unknown')) return new Refusal(noSuchPatient);
    return new Refusal(
      [
        `The file cannot be translated: ${reasonOf(error)}`,
        ...(isFailure(error) && error.reason === 'ehr-wrong-patient' ? firstNumber(asked) : []),
        ...readAs(error, region, kind),
      ].join('\n'),
    );
  }
};

const printRecords = ({ records, leftOut }: Translation, { isJson }: { isJson: boolean }): void => {
  const all = `[${records.join(',')}]`;
  const events = leftOut.map(({ count, reason, path, ownerFault }) => ({ count, reason, path, ownerFault }));
  print(indented(isJson ? `{"records":${all},"leftOut":${JSON.stringify(events)}}` : all));
};

/** How many ids are named. */
const mostIds = 5;

/** Says how many records there are, what is left out of them, and what the translation took for granted. */
const warnOf = ({ records, leftOut, isOnePage, idsTaken }: Translation, asked: Asked): void => {
  const { kind } = asked;
  warn(`${counted(records.length, kind === 'appointments' ? 'list' : 'record')} of ${kind}.`);
  if (isOnePage) warn('The file is one page of several: the records of the others are missing here.');
  if (idsTaken.length > 0)
    warn(
      `Taken for the patient’s, because a file has no lookup: ${idsTaken.slice(0, mostIds).map(visible).join(', ')}${idsTaken.length > mostIds ? ', …' : ''}. The service compares them; so does this command with --id.`,
    );
  for (const line of leftOutInWords(leftOut)) warn(line);
  if (leftOut.some(({ reason }) => reason === 'foreign')) for (const line of firstNumber(asked)) warn(line);
};

export const runTranslate = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments(argv, {
    options: {
      profile: { type: 'string' },
      patient: { type: 'string' },
      id: { type: 'string' },
      table: { type: 'string' },
      json: { type: 'boolean', default: false },
      explain: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [word = '', path = '', ...more] = positionals;
  if (word === '' || path === '' || more.length > 0) throw new UsageError('Give a kind and a file.');
  if (path === '-' && values.patient === '-')
    throw new UsageError('Standard input is the file or the number, not both.');
  const kind = kindIn(word);
  const region = onlySystem(await loadRegion(values.profile ?? defaultProfile(), { isOffline: true }), kind);
  const file = readFile(path);
  const fault = wrongFormat(file, region);
  if (fault !== undefined) throw new Refusal(fault);
  const patient = values.patient === undefined ? undefined : await patientIn(values.patient, region);
  const asked = { region, kind, patient, id: values.id, table: values.table };
  const outcome = await outcomeOf(file, asked);
  if (values.explain) await printExplained(file, { ...asked, isRefused: outcome instanceof Refusal });
  if (outcome instanceof Refusal) throw outcome;
  if (!values.explain) printRecords(outcome, { isJson: values.json });
  warnOf(outcome, asked);
  return 0;
};
