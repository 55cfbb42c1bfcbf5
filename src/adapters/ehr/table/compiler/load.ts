// Loads a region's tables: reads the folder, checks every file, and compiles them.
import type { SourceKind } from '../../../../domain/records/index.ts';
import type { RegionTime } from '../../../time/region-time.ts';
import { type TimeReader, timeReader, withDaysAsWritten } from '../../values/written-times.ts';
import { tableKinds } from '../format/kinds.ts';
import { prefixPattern, requestsOf, SystemFile } from '../format/system.ts';
import { soundsDecisive, soundsLikeState } from '../mark-names.ts';
import { plausibleTimes } from '../plausible-times.ts';
import type { KindTables, Tables } from '../tables.ts';
import { type AcceptedHint, acceptedHints } from './accepted-hints.ts';
import { answerTest } from './answer-paths.ts';
import { openFolder, type TableFault, type TableFolder, type TableHint } from './files.ts';
import { fileOf, kindTables } from './kind-tables.ts';
import { lookupTables } from './lookup-tables.ts';
import { fault, hint, inside, matches, type Place } from './place.ts';
import type { Compilation } from './table-compiler.ts';
import { compileWrites } from './writes.ts';

/** The tables, unless they have faults; what is probably not meant in them; and which of that somebody has accepted. */
export type Loaded = {
  readonly tables: Tables | undefined;
  readonly faults: readonly TableFault[];
  readonly hints: readonly TableHint[];
  readonly accepted: readonly AcceptedHint[];
};

/** Reports names in `ignore` that decide something, in a table or by their sound. */
const checkIgnoredNames = ({ ignoredNames, readNames, markNames }: Compilation): void => {
  for (const { name, place, isAnywhere } of ignoredNames) {
    if (isAnywhere && (readNames.has(name) || soundsLikeState(name) || soundsDecisive(name)))
      fault(place, `the whole path: "${name}" is read by a table, or may decide about a record`);
    else if (soundsDecisive(name))
      hint(
        place,
        `"${name}" sounds like a mark that hides records, or like a person: is it sure to say nothing?`,
      );
    else if (soundsLikeState(name) || markNames.has(name))
      hint(
        place,
        `"${name}" may say that a record was taken back, or how it is meant: is it sure to say nothing?`,
      );
  }
};

const compileKinds = (
  top: Place,
  { system, compilation, times }: { system: SystemFile; compilation: Compilation; times: TimeReader },
): Map<SourceKind, readonly KindTables[]> => {
  const place = inside(top, 'kinds');
  const kinds = new Map<SourceKind, readonly KindTables[]>();
  for (const kind of tableKinds) {
    const written = requestsOf(system, kind);
    const files = written.map(one => fileOf(kind, one));
    for (const file of compilation.folder.tablesOf(kind))
      if (!files.includes(file)) fault(place, `${kind}, because there is a file ${file}`);
    if (new Set(files).size < files.length)
      fault(inside(place, kind), 'table: each request of a kind has its own');
    const isList = Array.isArray(system.kinds[kind]);
    const made = written.flatMap((one, at) => {
      const here = isList ? inside(place, kind, at) : inside(place, kind);
      return kindTables(kind, one, here, { system, compilation, times }) ?? [];
    });
    if (made.length > 0) kinds.set(kind, made);
  }
  checkIgnoredNames(compilation);
  return kinds;
};

const compileUnknown = (
  { unknownPatient, lookup, format }: SystemFile,
  place: Place,
): Tables['unknownPatient'] => {
  if (unknownPatient !== 'empty-lookup') return answerTest(unknownPatient, place, format);
  if (lookup === undefined)
    fault(
      place,
      'lookup beside "empty-lookup": its list, if it is empty, says that the EHR does not know the patient',
    );
  else if (lookup.items === undefined)
    fault(
      place,
      'items in lookup beside "empty-lookup", because only a list can be empty; or the words by which its answer says that there is nobody',
    );
  return unknownPatient;
};

/** Names without a prefix have no namespace, so there is no prefix for a default one: it would match nothing in silence. */
const checkNamespaces = ({ format, namespaces }: SystemFile, place: Place): void => {
  if (format === 'json' && namespaces !== undefined) fault(place, 'no namespaces: they are for XML');
  for (const prefix of Object.keys(namespaces ?? {}))
    if (!new RegExp(prefixPattern).test(prefix))
      fault(
        inside(place, prefix),
        'a prefix, such as "n", which the names of the tables have (n:visit), or no namespaces at all: then they do not matter',
      );
};

const compileSystem = (top: Place, folder: TableFolder, times: TimeReader): Tables => {
  const system = top.file.value as unknown as SystemFile;
  const { format, namespaces, decimals = 'point', thousands } = system;
  const compilation: Compilation = {
    folder,
    rows: 0,
    ignoredNames: [],
    readNames: new Set(),
    markNames: new Set(),
  };
  const kinds = compileKinds(top, { system, compilation, times });
  checkNamespaces(system, inside(top, 'namespaces'));
  const unknownPatient = compileUnknown(system, inside(top, 'unknownPatient'));
  const lookup =
    system.lookup &&
    lookupTables(system.lookup, inside(top, 'lookup'), { system, kinds, at: inside(top, 'kinds') });
  const writes = compileWrites(top, system, kinds);
  return {
    format,
    namespaces: namespaces && new Map(Object.entries(namespaces)),
    decimals,
    thousands,
    lookup,
    unknownPatient,
    kinds,
    takesPartial: system.partialAnswers === true,
    writes,
    hash: folder.hash,
  };
};

const compile = (folder: TableFolder, times: TimeReader): Loaded => {
  const { faults, hints } = folder;
  const accepted = acceptedHints(folder);
  const file = folder.file('system.json');
  // Without a format that is known, no path can be checked.
  const isKnown = file !== undefined && matches(SystemFile, file.value, { file, pointer: '' });
  const tables = isKnown ? compileSystem({ file, pointer: '' }, folder, times) : undefined;
  return { tables: faults.length === 0 ? tables : undefined, faults, hints, accepted };
};

/** For each region's time and folder, the tables that were loaded last. */
const loadedFor = new WeakMap<RegionTime, Map<string, Loaded>>();

/** Loads the tables of a folder. They are compiled once for as long as its files are the same, because one command loads them often. */
export const loadTables = (path: string, time: RegionTime): Loaded => {
  const folder = openFolder(path);
  const loadedIn = loadedFor.get(time) ?? new Map<string, Loaded>();
  loadedFor.set(time, loadedIn);
  const last = loadedIn.get(path);
  if (folder.faults.length === 0 && last?.tables?.hash === folder.hash) return last;
  const loaded = compile(folder, plausibleTimes(withDaysAsWritten(timeReader(time)), time));
  loadedIn.set(path, loaded);
  return loaded;
};
