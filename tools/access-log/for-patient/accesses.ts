// An entry in the words of a patient: when, who, what, with which outcome. It names no other person, and no number but the patient's.
import { parsePatientNumber, withoutHyphen } from '../../../src/domain/model/patient-number.ts';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
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
  const { ground, caller, callerPatient, subject, user } = entry;
  if (ground === 'partner') return user == null ? 'Ett anslutet system i vården' : 'Personal i vården';
  if (callerPatient !== null && callerPatient === subject) return 'Du själv';
  if (ground !== null) return ground === 'self' ? 'Du själv' : 'Ett ombud för dig';
  return caller === null && callerPatient === null ? 'Ett anslutet system' : 'En annan person';
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

/** Ten or twelve digits as a personal number is written. */
const maybeNumber = /(?<!\d)(?:\d{2})?\d{6}[-+]?\d{4}(?!\d)/g;

/** Whether digits are a personal or coordination number, with or without its century. */
const isNumber = (digits: string): boolean => {
  const forms = digits.length === 12 ? [digits] : [`19${digits}`, `20${digits}`];
  return forms.some(form => parsePatientNumber(form, {}) !== undefined);
};

/** A text without numbers of other people: systems and issuers choose ids as they like. */
const withoutNumbers = (text: string, subject: string | null): string =>
  text.replaceAll(maybeNumber, found => {
    const digits = found.replace(/[-+]/, '');
    return isNumber(digits) && withoutHyphen(subject ?? '') !== digits ? '…' : found;
  });

/** `+12` after the first fifty units. */
const unitsOf = ({ units }: AccessEntry, { unitName }: RegionFacts): string =>
  (units ?? []).map(id => (/^\+\d+$/.test(id) ? `och ${id.slice(1)} till` : unitName(id))).join(', ');

export const accessOf = (entry: AccessEntry, region: RegionFacts): Access => {
  const shown = (text: string | null | undefined) => withoutNumbers(text ?? '', entry.subject);
  return {
    time: region.localTime(Date.parse(entry.time)),
    what: whatOf(entry),
    who: whoOf(entry),
    unit: entry.unit == null ? '' : shown(region.unitName(entry.unit)),
    through: shown(entry.client ?? entry.subscription),
    outcome: outcomeOf(entry),
    from: shown(unitsOf(entry, region)),
  };
};
