// An entry in the words of a patient: when, who, what, with which outcome. It names no other person, and no number but the patient's.
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { withoutOtherNumbers } from './other-numbers.ts';
import type { RegionFacts } from './region-facts.ts';

/** One access, as cells of a list. An empty text says nothing. */
export type Access = {
  /** Local time. */
  readonly time: string;
  readonly what: string;
  readonly who: string;
  /** The care unit that asked. */
  readonly unit: string;
  /** The app or the system by which they asked. */
  readonly through: string;
  readonly outcome: string;
  /** The care units whose records were handed out. */
  readonly from: string;
};

/** The operations by their number. */
const operations: Readonly<Record<string, string>> = {
  1: 'Betalning av ett besök',
  2: 'Ankomst till ett besök',
  3: 'Bokade besök',
  4: 'Personuppgifter',
  5: 'Personuppgifter',
  6: 'Vårdkontakter',
  7: 'Varningar och andra uppmärksamhetssignaler',
  8: 'Videomöten',
  9: 'Läkemedel',
  10: 'Journalanteckningar',
};

/** An operation of a version that this one does not know keeps its name. */
const whatOf = ({ operation }: AccessEntry): string =>
  operations[operation.split(' ', 1)[0] ?? ''] ?? operation;

const whoOf = (entry: AccessEntry): string => {
  const { ground, caller, callerPatient, subject, user, client } = entry;
  if (ground === 'partner') return user == null ? 'Ett anslutet system i vården' : 'Personal i vården';
  if (callerPatient !== null && callerPatient === subject) return 'Du själv';
  if (ground !== null) return ground === 'self' ? 'Du själv' : 'Ett ombud för dig';
  if (callerPatient !== null) return 'En annan person';
  // A system has a token without a person, whose `sub` is often its client.
  return caller === null || caller === client
    ? 'Ett anslutet system'
    : 'En person eller ett system utan personnummer';
};

/** `who` → how it is counted. */
const countedAs: Readonly<Record<string, string>> = {
  'Du själv': 'av dig',
  'Ett ombud för dig': 'av ombud för dig',
  'Personal i vården': 'av personal',
  'Ett anslutet system i vården': 'av anslutna system',
  'Ett anslutet system': 'av anslutna system',
};

export const isOwn = ({ who }: Access): boolean => who === 'Du själv';

/** `av personal 160, av dig 640`: the patient's own last. */
export const countsOf = (accesses: readonly Access[]): string => {
  const groups = Map.groupBy(
    accesses.toSorted((one, other) => Number(isOwn(one)) - Number(isOwn(other))),
    ({ who }) => countedAs[who] ?? 'av andra',
  );
  return [...groups].map(([name, some]) => `${name} ${some.length}`).join(', ');
};

const recordsInWords = (count: number): string => {
  if (count === 0) return 'Inga uppgifter lämnades ut';
  return count === 1 ? '1 uppgift lämnades ut' : `${count} uppgifter lämnades ut`;
};

/** The operations that change something. */
const writes: ReadonlySet<string> = new Set(['1', '2']);

const outcomeOf = ({ operation, phase, status, result, records }: AccessEntry): string => {
  if (phase === 'begun') return 'Påbörjades, utfallet är inte känt';
  if (status === 403) return 'Nekades';
  // The health record system may have done it although nobody heard of it (D21).
  if (status === 504 && writes.has(operation.split(' ', 1)[0] ?? '')) return 'Utfallet är inte känt';
  if (status !== 200) return 'Inga uppgifter lämnades ut';
  if (result !== null) return result === 'OK' ? 'Genomfördes' : 'Genomfördes inte';
  return records === null ? 'Uppgifter lämnades ut' : recordsInWords(records);
};

/** `+12` after the first fifty units. */
const unitsOf = ({ units }: AccessEntry, { unitName }: RegionFacts): string =>
  (units ?? []).map(id => (/^\+\d+$/.test(id) ? `och ${id.slice(1)} till` : unitName(id))).join(', ');

export const accessOf = (entry: AccessEntry, region: RegionFacts): Access => {
  const { subject } = entry;
  const shown = (text: string | null | undefined) =>
    withoutOtherNumbers(text ?? '', { subject, reserve: region.reserveNumbers });
  return {
    time: region.localTime(Date.parse(entry.time)),
    what: whatOf(entry),
    who: whoOf(entry),
    unit: entry.unit == null ? '' : shown(region.unitName(entry.unit)),
    through: shown(region.clientName(entry.client ?? entry.subscription)),
    outcome: outcomeOf(entry),
    from: shown(unitsOf(entry, region)),
  };
};
