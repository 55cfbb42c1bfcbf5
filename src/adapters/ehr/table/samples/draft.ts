// Drafts a table from a saved answer, by the likeness of names. Every row is marked "?", and a table with such a row does not start.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import { similarName } from '../../../../faults/similar-name.ts';
import { regionTime } from '../../../time/region-time.ts';
import { timeReader } from '../../xml/times.ts';
import { digitsOf, isAbsent } from '../engine/find.ts';
import type { TableKind } from '../format/kinds.ts';
import { leafPlan, leafType } from '../leaf.ts';
import { recordPlan, reservedMember } from '../records.ts';
import { type Steps, stepsOf } from '../source-path.ts';
import { isIdentifier, membersOf, type Target } from './members.ts';
import { recordsAt } from './sample.ts';

/** Words of EHRs, and the word of the records for the same. */
const synonyms: Readonly<Record<string, string>> = {
  start: 'begin',
  from: 'begin',
  since: 'begin',
  stop: 'end',
  to: 'end',
  until: 'end',
  surname: 'family',
  last: 'family',
  first: 'given',
  born: 'birth',
  gender: 'sex',
  zip: 'postcode',
  postal: 'postcode',
  town: 'city',
  clinic: 'unit',
  ward: 'unit',
  department: 'unit',
  staff: 'provider',
  doctor: 'provider',
  state: 'status',
  drug: 'product',
  title: 'heading',
  text: 'comment',
  email: 'email',
  mobile: 'phone',
};

/** Words that say nothing of a member, because most members have them. */
const common = new Set([
  'patient',
  'contact',
  'prescription',
  'note',
  'attention',
  'signal',
  'date',
  'time',
  'data',
  'dates',
]);

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map(word => word.toLowerCase())
    .map(word => (Object.hasOwn(synonyms, word) ? (synonyms[word] ?? word) : word))
    .filter(word => word !== '' && !common.has(word));

const shared = (first: readonly string[], second: readonly string[]): number => {
  const all = new Set([...first, ...second]).size;
  const both = first.filter(word => second.includes(word) || similarName(word, second) !== undefined).length;
  return all === 0 ? 0 : both / all;
};

/** How like two paths are, from 0 to 1: their last names count most. */
const likeness = (source: Steps, target: readonly string[]): number => {
  const last = shared(wordsOf(source.at(-1) ?? ''), wordsOf(target.at(-1) ?? ''));
  return 0.7 * last + 0.3 * shared(source.flatMap(wordsOf), target.flatMap(wordsOf));
};

/** The least likeness that is worth a draft. */
const enough = 0.3;

type ValueAt = { readonly steps: Steps; readonly value: Json };

/** The values of records, by their paths. Of several records, the first value of each. */
const valuesIn = (records: readonly Json[]): ValueAt[] => {
  const firstAt = new Map<string, ValueAt>();
  const walk = (value: Json, steps: Steps): void => {
    if (isAbsent(value)) return;
    if (isJsonObject(value))
      for (const [name, inner] of Object.entries(value)) walk(inner ?? null, [...steps, name]);
    else if (!firstAt.has(steps.join('\0'))) firstAt.set(steps.join('\0'), { steps, value });
  };
  for (const record of records) walk(record, []);
  return [...firstAt.values()];
};

const written = (steps: Steps): string =>
  steps.length === 0 ? '.' : steps.map(step => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

/** Rows, and the paths that no row reads. */
type Draft = { readonly rows: { readonly [target: string]: Json }; readonly unread: readonly Steps[] };

const draftOf = (
  source: ValueAt,
  { member }: Target,
): { readonly row: Json; readonly unread: readonly Steps[] } => {
  const { steps, value } = source;
  const from = written(steps);
  const isNumber = digitsOf(value) !== undefined;
  if (isJsonList(value)) {
    if (!value.some(isJsonObject) || member.plan.type !== 'object')
      return { row: { '?': { each: from } }, unread: [] };
    const { rows, unread } = draftRows(value, membersOf(member.plan));
    return {
      row: { '?': { each: from, record: rows } },
      unread: unread.map(inner => [...steps, ...inner]),
    };
  }
  const digits = isNumber ? { digits: true } : {};
  if (isIdentifier(member)) return { row: { '?': { id: from, root: '?', ...digits } }, unread: [] };
  const leaf = leafPlan(member.plan);
  const isText = leaf !== undefined && leafType(leaf) === 'text';
  return { row: { '?': isNumber && isText ? { from, digits: true } : from }, unread: [] };
};

const fits = ({ value }: ValueAt, { member }: Target): boolean => isJsonList(value) === member.many;

/** A row for each value that a member is like; each member is written once. */
const draftRows = (records: readonly Json[], targets: readonly Target[]): Draft => {
  const values = valuesIn(records);
  const pairs = values
    .flatMap(value =>
      targets
        .filter(target => fits(value, target))
        .map(target => ({ value, target, like: likeness(value.steps, target.path) })),
    )
    .filter(({ like }) => like >= enough)
    .sort((one, other) => other.like - one.like);
  const chosen = new Map<ValueAt, Target>();
  const taken = new Set<Target>();
  for (const { value, target } of pairs) {
    if (chosen.has(value) || taken.has(target)) continue;
    taken.add(target);
    chosen.set(value, target);
  }
  const rows: [string, Json][] = [];
  const unread: Steps[] = [];
  for (const value of values) {
    const target = chosen.get(value);
    if (target === undefined) unread.push(value.steps);
    else {
      const made = draftOf(value, target);
      rows.push([target.path.join('/'), made.row]);
      unread.push(...made.unread);
    }
  }
  return { rows: Object.fromEntries(rows), unread };
};

/** The first list of objects in an answer, from the outside in; the answer itself without one. */
const firstList = (value: Json): readonly Json[] => {
  let level: readonly Json[] = [value];
  while (level.length > 0) {
    const list = level.find(one => isJsonList(one) && one.some(isJsonObject));
    if (list !== undefined) return list as readonly Json[];
    level = level.flatMap(one => (isJsonObject(one) ? Object.values(one).map(inner => inner ?? null) : []));
  }
  return [value];
};

/** Members that hardly any EHR says by itself, or that the engine writes. */
const isDrafted = (kind: TableKind, [first = '', ...rest]: readonly string[]): boolean =>
  !['ehr_id', 'ehr_system', 'XSDVersion'].includes(first) &&
  (kind === 'patients' || first !== 'Patient') &&
  reservedMember(kind, [first, ...rest].join('/')) === undefined;

/**
 * Drafts the table of a kind from an answer. Values that no member is like stand in `ignore`, without a reason.
 * @param options.items the path of the records; without it, the first list of objects, or else the answer itself.
 * @returns undefined if there are no records.
 */
export const draftTable = (
  answer: Json,
  { kind, items }: { kind: TableKind; items: string | undefined },
): JsonObject | undefined => {
  const records = items === undefined ? firstList(answer) : recordsAt(answer, stepsOf(items));
  if (!records.some(isJsonObject)) return undefined;
  // The names of members do not depend on a time zone.
  const plan = recordPlan(kind, timeReader(regionTime('Europe/Stockholm')));
  const targets = membersOf(plan).filter(({ path }) => isDrafted(kind, path));
  const { rows, unread } = draftRows(records, targets);
  const ignore = Object.fromEntries(unread.map(steps => [written(steps), '?']));
  return unread.length === 0 ? rows : { ...rows, ignore };
};
