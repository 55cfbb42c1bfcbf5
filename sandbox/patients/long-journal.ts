// A journal of 2,000 notes, to show that a long answer is complete and does not block other requests; and one note without a time,
// for apps that ask for such a journal in parts.
import { seededNumbers } from '../extracts/xml/variation.ts';
import { daysAfter, note, numberRecord, type Person, textRecord, units, withoutTimes } from './parts.ts';

const sentences = [
  'Kommer enligt plan och mår efter omständigheterna väl.',
  'Inga nya besvär sedan förra besöket.',
  'Trötthet senaste veckorna, sover oroligt om nätterna.',
  'Hjärta: regelbunden rytm, inga blåsljud. Lungor: rena andningsljud.',
  'Buken mjuk & oöm, inga resistenser.',
  'Råd om egenvård. Åter vid försämring, annars kontroll om tre månader.',
  'Medicinlistan gås igenom; inga ändringar i dag.',
  'Provtagning i dag, svar per brev inom två veckor.',
] as const;

/** A paper that was scanned; nobody wrote down when. */
const untimedNote = (person: Person) =>
  withoutTimes(
    note(person, {
      id: 72_000,
      time: '20050101000000',
      template: 'Inskannat dokument',
      type: 'Inskannat dokument',
      unit: units.clinic,
      records: [textRecord('Dokument', 'Odaterat intyg från en tidigare vårdgivare.')],
    }),
  );

export const longJournal = (person: Person) => {
  const next = seededNumbers(2000);
  const text = () =>
    Array.from({ length: 3 }, () => sentences[Math.floor(next() * sentences.length)] ?? '').join(' ');
  const timed = Array.from({ length: 2000 }, (_, index) =>
    note(person, {
      id: 70_000 + index,
      time: daysAfter('20050103', index * 3),
      template: index % 4 === 0 ? 'Årskontroll' : 'Mottagningsbesök',
      type: 'Besöksanteckning',
      unit: units.clinic,
      records: [
        textRecord('Aktuellt', text()),
        textRecord('Bedömning', text()),
        numberRecord('Puls', String(60 + Math.floor(next() * 40)), 'slag/min'),
      ],
    }),
  );
  return [...timed, untimedNote(person)];
};
