// npm run region -- translate: prints what the service would answer for a saved EHR answer, without any network.
import { existsSync, readFileSync } from 'node:fs';
import type { Adapter } from '../../src/adapters/ehr/adapter.ts';
import type { Region } from '../../src/config/region/region.ts';
import { isFailure } from '../../src/domain/model/failure.ts';
import type { PatientNumber } from '../../src/domain/model/patient-number.ts';
import { parseStrictJson } from '../../src/domain/model/strict-json.ts';
import { type RecordKind, recordSchemas } from '../../src/domain/records/index.ts';
import { noSuchPatient } from '../../src/domain/use-cases/read-appointments.ts';
import { serializer } from '../../src/http/answers/answer.ts';
import { readArguments } from '../arguments.ts';
import { print, Refusal, UsageError, warn } from '../command.ts';
import { counted } from '../terminal/words.ts';
import { patientInFile } from './patient-in-file.ts';
import { defaultProfile, loadRegion, patientIn } from './profile.ts';
import { allKinds, leftOutInWords, openReading, questionFor, systemOf } from './reading.ts';
import { reasonOf } from './reasons.ts';

/** The time limit in milliseconds: generous, because no system is called. */
const timeoutMs = 600_000;

const kindIn = (text: string): RecordKind => {
  const kind = allKinds.find(one => one === text);
  if (kind === undefined) throw new UsageError(`Unknown kind "${text}": one of ${allKinds.join(', ')}.`);
  return kind;
};

/** @throws Refusal for a file that does not exist, cannot be read (a folder) or is empty. */
const readFile = (path: string): Buffer => {
  if (path !== '-' && !existsSync(path)) throw new Refusal(`There is no file ${path}.`);
  const name = path === '-' ? 'Standard input' : path;
  const bytes = readBytes(path === '-' ? process.stdin.fd : path, name);
  if (bytes.length === 0) throw new Refusal(`${name} is empty.`);
  return bytes;
};

const readBytes = (from: string | number, name: string): Buffer => {
  try {
    return readFileSync(from);
  } catch (error) {
    throw new Refusal(`${name} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};

/** The region with only the system that serves the kind, so that no other is opened. */
const onlySystem = (region: Region, kind: RecordKind): Region => {
  const system = region.systems.find(({ name }) => name === systemOf(region, kind));
  if (system === undefined) throw new Refusal(`No system of the region serves ${kind}: look at /sources.`);
  return { ...region, systems: [system] };
};

/** Says what the file was read as, if it turned out to be another kind of document. */
const readAs = (error: unknown, { systems: [system] }: Region, kind: RecordKind): string =>
  isFailure(error) && error.reason === 'ehr-document'
    ? `\nIt was read as ${kind} of the system "${system?.name}" (adapter ${system?.adapter}): are the kind and the profile right?`
    : '';

/** The region with the file as the answer of its only system. */
const answeringWith = (file: Uint8Array, region: Region, onOnePage: () => void): Region => {
  const { systems, adapters } = region;
  const name = systems[0]?.adapter ?? '';
  const { openFile, ...rest } = adapters[name] ?? ({} as Partial<Adapter>);
  if (openFile === undefined) throw new Refusal(`The adapter ${name} does not translate files.`);
  const adapter: Adapter = {
    ...(rest as Adapter),
    open: (one, facts) => {
      const { isOnePage = false, ...opened } = openFile(file, one, facts);
      if (isOnePage) onOnePage();
      return opened;
    },
  };
  return { ...region, adapters: { [name]: adapter } };
};

const patientOf = async (
  given: string | undefined,
  file: Uint8Array,
  region: Region,
): Promise<PatientNumber> => {
  if (given !== undefined) return patientIn(given, region);
  const found = patientInFile(file, region.numbers);
  if (found === undefined) throw new Refusal('The file names no patient: give the number with --patient.');
  return found;
};

/** Indents JSON text and keeps all digits of its numbers. */
const indented = (json: string): string => {
  const most = Number.POSITIVE_INFINITY;
  const limits = { depth: most, recordValues: most, documentValues: most };
  return JSON.stringify(parseStrictJson(json, { exact: true, limits }), undefined, 2);
};

export const runTranslate = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments({
    args: [...argv],
    options: {
      profile: { type: 'string' },
      patient: { type: 'string' },
      json: { type: 'boolean', default: false },
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
  const patient = await patientOf(values.patient, file, region);

  const serialize = serializer(recordSchemas[kind]);
  const texts: string[] = [];
  try {
    let isOnePage = false;
    const answering = answeringWith(file, region, () => {
      isOnePage = true;
    });
    const { read, leftOut } = openReading(answering);
    for await (const record of read[kind](questionFor(patient, timeoutMs)).records)
      texts.push(serialize(record));
    const all = `[${texts.join(',')}]`;
    const events = leftOut.map(({ count, reason, path: at }) => ({ count, reason, path: at }));
    print(indented(values.json ? `{"records":${all},"leftOut":${JSON.stringify(events)}}` : all));
    warn(`${counted(texts.length, kind === 'appointments' ? 'list' : 'record')} of ${kind}.`);
    if (isOnePage) warn('The file is one page of several: the records of the others are missing here.');
    for (const line of leftOutInWords(leftOut)) warn(line);
    if (leftOut.some(({ reason }) => reason === 'foreign') && values.patient === undefined) {
      warn('The patient is the first whose number the file has: name another one with --patient.');
    }
    return 0;
  } catch (error) {
    if (isFailure(error, 'patient-unknown')) throw new Refusal(noSuchPatient);
    throw new Refusal(`The file cannot be translated: ${reasonOf(error)}${readAs(error, region, kind)}`);
  }
};
