// The list of accesses that a patient asks for (Patient Data Act, chapter 8, section 5; GDPR, article 15).
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { visible, warn } from '../../command.ts';
import type { Printer } from '../printers.ts';
import { accessOf, countsOf, isOwn } from './accesses.ts';
import { asPage, asTable, asText, type PatientList } from './forms.ts';
import { withoutOtherNumbers } from './other-numbers.ts';
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
  /** Whether the patient's own accesses are left out, and counted alone. */
  readonly withoutOwn: boolean;
  readonly newestFirst: boolean;
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
 * same id: an outcome is that of one write, the latest that was begun before it. One that was refused (4xx) was never begun.
 */
const withoutBegun = (entries: readonly AccessEntry[]): AccessEntry[] => {
  const ended = new Map<string, number>();
  return entries
    .toReversed()
    .filter(({ requestId, operation, phase, status }) => {
      if (status !== null && status >= 400 && status < 500) return true;
      const key = `${requestId} ${operation}`;
      const left = ended.get(key) ?? 0;
      ended.set(key, phase === 'done' ? left + 1 : Math.max(0, left - 1));
      return phase === 'done' || left === 0;
    })
    .reverse();
};

/** The ids that a patient cannot read, because the profile does not name them. */
const unnamedIn = (entries: readonly AccessEntry[], { unitName, clientName }: RegionFacts) => {
  const units = entries.flatMap(({ unit, units: from }) => [unit, ...(from ?? [])]);
  return {
    units: new Set(units.filter(id => id != null && !/^\+\d+$/.test(id) && unitName(id) === id) as string[]),
    clients: new Set(
      entries.map(entry => entry.client ?? entry.subscription).filter(id => clientName(id) === id),
    ),
  };
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
      const accesses = withoutBegun(entries).map(entry => accessOf(entry, region));
      const listed = about.withoutOwn ? accesses.filter(access => !isOwn(access)) : accesses;
      const hidden = about.withoutOwn && listed.length < accesses.length ? ' (dina egna visas inte)' : '';
      const list: PatientList = {
        title: 'Vem har tagit del av dina uppgifter',
        facts: [
          ['Patient', writtenNumber(about.patient)],
          ...(region.name === undefined ? [] : [['Region', region.name] as const]),
          ['Period', periodInWords(about)],
          ...(accesses.length === 0 ? [] : [['Tillfällen', `${countsOf(accesses)}${hidden}`] as const]),
          ['Framtagen', region.localTime(about.madeAt)],
        ],
        accesses: about.newestFirst ? listed.toReversed() : listed,
        none: isWhole ? none.whole : none.partial,
        missing: isWhole ? undefined : notWhole,
        notes,
      };
      await print(forms[form](list));
      const { units, clients } = unnamedIn(entries, region);
      const shown = (ids: ReadonlySet<string>) =>
        [...ids]
          .map(id => withoutOtherNumbers(id, { subject: about.patient, reserve: region.reserveNumbers }))
          .join(', ');
      if (units.size > 0)
        warn(`Care units without a name in unitNames of the profile: ${visible(shown(units))}`);
      if (clients.size > 0)
        warn(`Apps without a name in clientNames of the profile: ${visible(shown(clients))}`);
    },
  };
};
