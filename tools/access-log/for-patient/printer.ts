// The list of accesses that a patient asks for (Patient Data Act, chapter 8, section 5; GDPR, article 15).
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import type { Printer } from '../printers.ts';
import { accessOf } from './accesses.ts';
import { asPage, asTable, asText, type PatientList } from './forms.ts';
import type { RegionFacts } from './region-facts.ts';

const forms = { text: asText, csv: asTable, html: asPage } as const satisfies Readonly<
  Record<string, (list: PatientList) => string>
>;

/** What the list is about. */
type About = {
  readonly patient: string;
  /** As on the command line. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** When it was made, in milliseconds since the epoch. */
  readonly madeAt: number;
};

const notes = [
  'Varje rad är ett tillfälle då någon begärde uppgifter om dig, eller ändrade dem, genom regionens tjänst för patientdata. ”Vårdenhet” är den enhet som frågade, ”Uppgifter från” de enheter vars uppgifter lämnades ut.',
  'Åtkomst direkt i journalsystemet ingår inte: den står i journalsystemets egen logg. Fråga vårdgivaren om du vill ha en förklaring till en rad.',
];

const notWhole = 'Alla delar av loggen kunde inte läsas: listan kan sakna tillfällen.';

const none = {
  whole: 'Ingen åtkomst finns i loggen för perioden.',
  partial: 'Ingen åtkomst finns för perioden i de delar av loggen som kunde läsas.',
} as const;

/** `191212121212` as it is usually written. */
const writtenNumber = (number: string) => number.replace(/^(\d{8})(\d{4})$/, '$1-$2');

const periodInWords = ({ from, to }: About): string => {
  const parts = [
    ...(from === undefined ? [] : [`från ${from}`]),
    ...(to === undefined ? [] : [`till ${to}`]),
  ];
  return parts.length === 0 ? 'allt som finns sparat' : parts.join(' ').replaceAll('T', ' ');
};

/**
 * A write has two entries: of those, only the outcome is listed; without one, that it was begun. A client may send a write again under the
 * same id: an outcome is that of one write, the latest that was begun before it.
 */
const withoutBegun = (entries: readonly AccessEntry[]): AccessEntry[] => {
  const ended = new Map<string, number>();
  return entries
    .toReversed()
    .filter(({ requestId, operation, phase }) => {
      const key = `${requestId} ${operation}`;
      const left = ended.get(key) ?? 0;
      ended.set(key, phase === 'done' ? left + 1 : Math.max(0, left - 1));
      return phase === 'done' || left === 0;
    })
    .reverse();
};

/** Prints the list when all entries are there. It is held in memory: one patient has thousands, not millions. */
export const patientPrinter = ({
  form,
  about,
  region,
  print,
}: {
  form: keyof typeof forms;
  about: About;
  region: RegionFacts;
  print: (text: string) => Promise<void>;
}): Printer => {
  const entries: AccessEntry[] = [];
  return {
    begin: async () => {},
    entry: async entry => void entries.push(entry),
    end: async ({ isWhole }) => {
      const list: PatientList = {
        title: 'Vem har tagit del av dina uppgifter',
        facts: [
          ['Patient', writtenNumber(about.patient)],
          ...(region.name === undefined ? [] : [['Region', region.name] as const]),
          ['Period', periodInWords(about)],
          ['Framtagen', region.localTime(about.madeAt)],
        ],
        accesses: withoutBegun(entries).map(entry => accessOf(entry, region)),
        none: isWhole ? none.whole : none.partial,
        missing: isWhole ? undefined : notWhole,
        notes,
      };
      await print(forms[form](list));
    },
  };
};
