// How Nordvik writes its records in XML, which is older than its JSON: the number and the short facts of a record are attributes, lists have
// an element of their own around them, a time is a date and a time of day in two texts, an amount is in kronor, and a record names the
// patient by ten digits beside the date of birth.

type Members = Readonly<Record<string, unknown>>;

/** Members as attributes; undefined if there is no object. */
export const attributes = (of: unknown, names?: readonly string[]): Members | undefined =>
  of === undefined
    ? undefined
    : Object.fromEntries(
        Object.entries(of as Members)
          .filter(([name]) => names?.includes(name) ?? true)
          .map(([name, value]) => [`@${name}`, value]),
      );

const without = (of: Members, names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name)));

/** A list as an element with an element for each item; undefined if there is none. */
const wrapped = (name: string, items: unknown, itemOf: (item: unknown) => unknown = item => item) =>
  items === undefined ? undefined : { [name]: (items as readonly unknown[]).map(itemOf) };

/** Ten digits, which two people a hundred years apart have, and the date of birth that tells them apart. */
export const xmlPatient = (nationalId: string): Members => {
  const day = Number(nationalId.slice(6, 8));
  // The day of a coordination number is 60 too high.
  const born = [
    nationalId.slice(0, 4),
    nationalId.slice(4, 6),
    String(day > 60 ? day - 60 : day).padStart(2, '0'),
  ];
  return { '@pnr': nationalId.slice(2).replace('-', ''), '@born': born.join('-') };
};

/** A local time as a date and a time of day. */
const moment = (time: unknown): Members | undefined => {
  const [date, of] = typeof time === 'string' ? time.split('T') : [];
  return date === undefined ? undefined : { '@date': date, '@time': of };
};

const stockholm = { timeZone: 'Europe/Stockholm' };
/** Seconds since 1970 as a date and a time of day. */
const unixMoment = (seconds: unknown): Members | undefined =>
  typeof seconds === 'number'
    ? moment(new Date(seconds * 1000).toLocaleString('sv-SE', stockholm).replace(' ', 'T'))
    : undefined;

/** The digits of a mark of the population register: the positions of the name in use, of which the parts of Anna-Karin are two. */
const mark = (given: string, calledBy: unknown): string | undefined => {
  const names = given.split(' ');
  const at = names.indexOf(String(calledBy));
  if (at < 0) return undefined;
  const before = names
    .slice(0, at)
    .join('-')
    .split('-')
    .filter(part => part !== '').length;
  return `${before + 1}${String(calledBy).includes('-') ? before + 2 : 0}`;
};

/** What all records begin with. */
const record = ({ nationalId, id, audience, ...more }: Members, facts: readonly string[] = []): Members => ({
  '@no': id,
  '@audience': audience,
  ...attributes(more, facts),
  ...(nationalId === undefined ? {} : { patient: xmlPatient(String(nationalId)) }),
  ...without(more, facts),
  unit: attributes(more.unit),
});

export const xmlPerson = ({
  nationalId,
  personNo,
  born: _,
  name,
  mobile,
  landline,
  ...person
}: Members): Members => {
  const { given, calledBy, family } = name as { given: string; calledBy?: string; family: string };
  return {
    '@no': personNo,
    ...xmlPatient(String(nationalId)),
    ...person,
    name: { '@family': family, '@given': given, '@inUse': mark(given, calledBy) },
    addresses: wrapped('address', person.addresses, address => {
      const { type, ...lines } = address as Members;
      return { '@type': type, ...lines };
    }),
    phones: wrapped(
      'phone',
      [
        { '@type': 'MOBILE', '#text': mobile },
        { '@type': 'HOME', '#text': landline },
      ].filter(({ '#text': number }) => number !== undefined),
    ),
    listedAt: attributes(person.listedAt),
  };
};

/** A hit of a search. */
export const xmlHit = (nationalId: string, personNo: number): Members => ({
  '@no': personNo,
  identifier: [{ '@type': 'PNR', '#text': nationalId }],
});

const visit = ({ begin, staff, secrecyLevels, ...more }: Members): Members => ({
  ...record(more, ['status', 'type']),
  ...moment(begin),
  secrecy: wrapped('level', secrecyLevels),
  // Visits name their unit by its number.
  unit: more.unit,
  staff: wrapped('member', staff, member => attributes(member)),
});

const alert = ({ category, severity, title, text, ...more }: Members): Members => ({
  ...record(more, ['state', 'retracted']),
  about: { '@category': category, '@severity': severity, title, text },
});

const prescription = ({ firstDay, lastDay, drug, registered, prescriber, ...more }: Members): Members => {
  const { strength, unit, name, form, ...codes } = drug as Members;
  return {
    ...record(more, ['treatment', 'status']),
    registered: moment(registered),
    period: { '@first': firstDay, '@last': lastDay },
    drug: { ...attributes(codes), name, form, strength: { '@unit': unit, '#text': strength } },
    prescriber: attributes(prescriber),
  };
};

const note = ({ about, headings, secrecyLevels, author, ...more }: Members): Members => ({
  ...record(more, ['template']),
  about: moment(about),
  secrecy: wrapped('level', secrecyLevels),
  headings: wrapped('heading', headings, one => {
    const { heading, texts } = one as { heading: unknown; texts: readonly { html: string }[] };
    return { '@name': heading, text: texts.map(({ html }) => html) };
  }),
  author: attributes(author),
});

/** 20050 öre are 200,50, and 125050 are 1 250,50 with a no-break space. */
const kronor = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 2 });

const booking = ({ start, price, ...more }: Members): Members => {
  const { ore, ...reduced } = (price ?? {}) as { readonly ore?: number };
  const amount = ore === undefined ? undefined : kronor.format(ore / 100);
  return {
    ...record(more, ['version', 'status', 'paid']),
    start: moment(start),
    price: { '@amount': amount, ...attributes(reduced) },
  };
};

const meeting = ({ start, end, unit, host, guests, ...more }: Members): Members => ({
  ...record({ ...more, unit }),
  start: unixMoment(start),
  end: unixMoment(end),
  host: attributes(host),
  guests: wrapped('guest', guests, guest => attributes(guest)),
});

/** Name of a list → how XML writes one of its records. */
export const xmlRecords = {
  visits: visit,
  alerts: alert,
  prescriptions: prescription,
  notes: note,
  bookings: booking,
  meetings: meeting,
} as const;
