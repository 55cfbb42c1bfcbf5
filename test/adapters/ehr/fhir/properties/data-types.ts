// Random values of R4's data types. Every element that the mapping reads is present, in one of the forms that the standard
// allows. Texts and times are placeholders that `settled` replaces, so no two in a resource are equal.
import fc from 'fast-check';

// biome-ignore lint/suspicious/noExplicitAny: resources of every type.
export type Node = any;

export type Shape = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Placeholders: a text, a time with seconds, a time of any precision, a date. */
export const marks = { word: '@word', instant: '@instant', time: '@time', date: '@date' } as const;

/** Prefix of a text that is sent as base64. */
export const base64 = 'base64:';

export const word = fc.constant(marks.word);
export const instant = fc.constant(marks.instant);
export const time = fc.constant(marks.time);
export const date = fc.constant(marks.date);
export const one = <T>(value: T) => fc.constant(value);
export const from = <T>(...values: T[]) => fc.constantFrom(...values);

/** An element with all members of the first shape and of one of the others. */
export const element = (shape: Shape, ...choices: Shape[]): fc.Arbitrary<Node> => {
  const further =
    choices.length === 0 ? fc.constant({}) : fc.oneof(...choices.map(choice => fc.record(choice)));
  return fc.tuple(fc.record(shape), further).map(([own, chosen]) => ({ ...own, ...(chosen as object) }));
};

export const listOf = <T>(item: fc.Arbitrary<T>, most = 2) =>
  fc.array(item, { minLength: 1, maxLength: most });

const codeSystem = from('http://snomed.info/sct', 'urn:oid:1.2.752.116.2.1.1', 'http://region.example/codes');

export const coding = element(
  { system: codeSystem, code: word },
  {},
  { display: word },
  { userSelected: one(true) },
);

/** A CodeableConcept with a text, with a display, or with a code only. */
export const concept = element(
  {},
  { text: word },
  { coding: listOf(coding) },
  { text: word, coding: listOf(coding) },
);

export const identifier = element({
  system: from('urn:oid:1.2.752.1', 'http://region.example/ids'),
  value: word,
});
export const hsa = element({ system: one('urn:oid:1.2.752.129.2.1.4.1'), value: word });

/** Numbers that are unique within a resource. */
export const number = fc.integer({ min: 2, max: 99 });
/** The upper end of a range that begins with a `number`. */
export const most = fc.integer({ min: 100, max: 199 });
export const quantity = element({ value: number, unit: word });
export const range = element({ low: quantity, high: element({ value: most, unit: word }) });

export const period = element({ start: time, end: time });

export const humanName = element(
  {},
  { text: word },
  { prefix: listOf(word, 1), given: listOf(word), family: word, suffix: listOf(word, 1) },
);

const postal = { postalCode: word, city: word, state: word, country: from('SE', marks.word) };

export const address = element(
  { use: from('home', 'work', 'temp') },
  { line: listOf(word), ...postal },
  { line: fc.tuple(one('c/o @word'), word), ...postal },
  { text: word },
);

export const contactPoint = element({
  system: from('phone', 'sms', 'fax', 'pager', 'email'),
  use: from('home', 'work', 'mobile'),
  value: word,
});

export const annotation = element({ text: word });

export const extension = (url: string, shape: Shape) => element({ url: one(url), ...shape });

/** A reference to a contained resource, to a missing resource, by identifier, or by display name. */
export const to = (type: string, ...resources: fc.Arbitrary<Node>[]): fc.Arbitrary<Node> =>
  fc.oneof(
    ...resources.map(resource => resource.map(contained => ({ reference: '#', contained }))),
    element({ type: one(type), identifier: hsa }),
    element({ reference: one(`${type}/gone`), display: word }),
  );

/** References to contained resources only. */
export const toContained = (...resources: fc.Arbitrary<Node>[]): fc.Arbitrary<Node> =>
  fc.oneof(...resources).map(contained => ({ reference: '#', contained }));

const offsets = ['Z', '+01:00', '-05:00', '+11:00', ''];

/** The n-th time, each in a different year. */
const timeAt = (n: number, mark: string): string => {
  const year = String(1920 + n);
  const whole = `${year}-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 27) + 1).padStart(2, '0')}`;
  const second = `${whole}T${String(n % 24).padStart(2, '0')}:30:15${n % 3 === 0 ? '.123' : ''}${offsets[n % 5]}`;
  if (mark === marks.date) return whole;
  if (mark === marks.instant) return second;
  return [whole, second, year, `${year}-05`][n % 4] ?? whole;
};

/** Replaces all placeholders of a resource, and puts the resources that it refers to into `contained`. */
export const settled = (resource: Node): Node => {
  const contained: Node[] = [];
  let words = 0;
  let times = 0;
  const inside = (value: Node): Node => {
    if (typeof value === 'string') {
      if (value.startsWith(base64)) return Buffer.from(inside(value.slice(base64.length))).toString('base64');
      if (value.includes(marks.word)) return value.replace(marks.word, `word${++words}`);
      return Object.values(marks).some(mark => mark === value) ? timeAt(++times, value) : value;
    }
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    if (value.contained === undefined || value.reference !== '#') {
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inside(inner)]));
    }
    const { contained: target, ...rest } = value;
    const id = `c${contained.length + 1}`;
    const at = contained.push({}) - 1;
    contained[at] = { ...inside(target), id };
    return { ...rest, reference: `#${id}` };
  };
  const settledOne = inside(resource);
  return contained.length === 0 ? settledOne : { ...settledOne, contained };
};
