// What stands around the records of an answer: whether all of it is known, and what it says when there are none.
import { Failure, unusableAnswer } from '../../../../domain/model/failure.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import { shownName } from '../../../../domain/model/loss-paths.ts';
import { isAbsent } from '../../values/values.ts';
import { unreadable } from '../../values/written-values.ts';
import type { SourceTree } from '../scope.ts';
import type { Format } from '../source-path.ts';
import type { ListSource, Tables } from '../tables.ts';
import { unusable } from './answers.ts';
import { find, hasWords } from './find.ts';

/** How many unknown names are told at once. */
const mostNames = 10;

/** The failure of an answer with names that no table names. @param paths of the names, at least one. */
export const unknownNames = (
  paths: readonly (readonly string[])[],
  source: Pick<ListSource, 'name'>,
): Failure => {
  const shown = paths.slice(0, mostNames).map(path => `"${path.map(shownName).join('/')}"`);
  const more = paths.length > mostNames ? ', …' : '';
  return unusableAnswer(
    'ehr-unknown-element',
    paths.length === 1
      ? `the name ${shown[0]} beside the records of ${source.name} is unknown`
      : `the names ${shown.join(', ')}${more} beside the records of ${source.name} are unknown`,
  );
};

/** The paths of what no table names in an answer without its records. */
const unknownIn = (value: Json, tree: SourceTree, path: readonly string[]): (readonly string[])[] => {
  if (tree.isRead || isAbsent(value)) return [];
  if (!isJsonObject(value)) throw unusable('a list or a text where an object with the records was expected');
  return Object.keys(value).flatMap(name => {
    const child = tree.children.get(name);
    const here = [...path, name];
    return child === undefined ? [here] : unknownIn(value[name] ?? null, child, here);
  });
};

/** Whether an object looks like a record: it has at least half of the names that tables read of one. */
const looksLikeRecord = (object: JsonObject, names: ReadonlyMap<string, unknown>): boolean => {
  const present = Object.keys(object).filter(name => names.has(name)).length;
  return present >= 2 && 2 * present >= names.size;
};

/** Throws for records within a value that tables do not read as records: there they would be overlooked (D14). */
const checkNoRecords = (value: Json, source: Pick<ListSource, 'apart'>): void => {
  if (isJsonList(value)) for (const item of value) checkNoRecords(item, source);
  if (!isJsonObject(value)) return;
  if (looksLikeRecord(value, source.apart.recordNames))
    throw unusableAnswer('ehr-unknown-element', 'what tables name as beside the records looks like records');
  for (const member of Object.values(value)) checkNoRecords(member ?? null, source);
};

/**
 * Checks what is around the records of an answer when it has ended. Throws for anything that no table names, and for what looks like records
 * at a path of `beside`: it may be the records under another name (D14).
 */
export const checkAround = (around: Json, source: ListSource): void => {
  const unknown = unknownIn(around, source.envelope, []);
  if (unknown.length > 0) throw unknownNames(unknown, source);
  for (const steps of source.apart.paths) {
    const value = find(around, steps);
    if (value !== undefined && value !== unreadable) checkNoRecords(value, source);
  }
};

/** Throws unless an answer without records says that there are none: by its list, or in the words of the tables. */
export const checkEmpty = (
  value: Json,
  { name, records, empty }: Pick<ListSource, 'name' | 'records' | 'empty'>,
  format: Format,
): void => {
  if (empty !== undefined) {
    if (!hasWords(value, empty, format)) throw unusable('an answer without records that does not say so');
    return;
  }
  const around = records.steps.slice(0, Math.min(...records.lists));
  if (isJsonObject(find(value, around) as Json)) return;
  const parent = find(value, around.slice(0, -1)) as Json;
  const last = around.at(-1);
  // An element without children is an empty text.
  const isEmpty = typeof last === 'string' && isJsonObject(parent) && parent[last] === '';
  if (!isEmpty) throw unusable(`an answer of ${name} without the list of records`);
};

/**
 * Throws if an answer of status 200 has the words by which the EHR says that it does not know the patient (D15), or does not say that it is a
 * good one (`good`, D14).
 */
export const requireKnownAndGood = (
  value: Json,
  { good, name }: ListSource,
  { tables: { unknownPatient, format }, hasRecords }: { tables: Tables; hasRecords: boolean },
): void => {
  const isUnknown =
    unknownPatient !== 'empty-lookup' &&
    unknownPatient.status === 200 &&
    hasWords(value, unknownPatient.body, format);
  if (isUnknown && hasRecords)
    throw unusable(
      'an answer with records that says that the patient is unknown: does record lead to the hit itself, and not to what is around it?',
    );
  if (isUnknown) throw new Failure('patient-unknown');
  if (!hasWords(value, good, format))
    throw unusable(`an answer of ${name} that does not say that it is good`);
};
