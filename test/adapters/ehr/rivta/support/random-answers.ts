// Random answers that the contracts' schemas allow: any element may be missing or empty, lists have several items, and
// elements of other namespaces occur in between.
import fc from 'fast-check';
import type { ContractName } from '../../../../../src/adapters/ehr/rivta/members.ts';
import { documentElements, type Leaf, other, patient, type Shape } from '../complete/elements.ts';
import { answerOf } from './documents.ts';

export { other, patient };

type Content = (name: string) => fc.Arbitrary<string>;

const two = (most: number, least = 0) =>
  fc.integer({ min: least, max: most }).map(number => String(number).padStart(2, '0'));
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map(all => all.join(''));
const year = fc.integer({ min: 1900, max: 2099 }).map(String);
// The schemas allow the 31st of February.
const day = joined(year, two(12, 1), two(31, 1));

/** Texts that the code never writes by itself, so each can be recognized. */
const word = fc.integer({ min: 1, max: 99_999 }).map(number => `word${number}`);
const digits = fc.double({ min: 0, max: 999, noNaN: true }).map(String);

const textOf: Readonly<Record<Leaf['leaf'], fc.Arbitrary<string>>> = {
  text: fc.oneof(
    word,
    fc.constant(''),
    word.map(text => `${text} &lt;&amp;&gt;\n ${text}`),
  ),
  time: joined(day, two(23), two(59), two(59)),
  // Dates in the register may lack month and day.
  date: fc.oneof({ weight: 9, arbitrary: day }, { weight: 1, arbitrary: year }),
  flag: fc.constantFrom('true', 'false', '1', '0'),
  number: digits,
  integer: fc.integer({ min: 1, max: 99 }).map(String),
  'two letters': two(99),
};

const leaf =
  ({ leaf: kind, values }: Leaf): Content =>
  name =>
    (values === undefined ? textOf[kind] : fc.constantFrom(...values)).map(
      written => `<${name}>${written}</${name}>`,
    );

/** Without these, it would be unknown whose document it is, or whether it may be shown. */
const isAlwaysThere = (name: string) =>
  /Header$|^(patientId|id|type|approvedForPatient|Personpost|PersonId|Sekretessmarkering)$/.test(name);

/** An element with children in the order of the schema. */
const group =
  (shape: Shape): Content =>
  name => {
    const parts = Object.entries(shape).map(([child, type]) => {
      const many = Array.isArray(type);
      const childType = (many ? type[0] : type) as Leaf | Shape;
      const content = contentOf(childType)(child.includes(':') ? child : `c:${child}`);
      if (many) return fc.array(content, { maxLength: 2 }).map(all => all.join(''));
      return isAlwaysThere(child) ? content : fc.option(content, { nil: '' });
    });
    const foreign = fc.constantFrom('', `<x:any xmlns:x="urn:x"><x:id>${other}</x:id></x:any>`);
    return joined(...parts, foreign).map(content => `<${name}>${content}</${name}>`);
  };

const contentOf = (type: Leaf | Shape): Content =>
  typeof type.leaf === 'string' ? leaf(type as Leaf) : group(type as Shape);

const documentOf = (contract: ContractName) => {
  const [name, shape] = documentElements[contract];
  return group(shape)(`r:${name}`);
};

/** A random answer of a contract with the given number of documents. */
export const randomAnswer = (contract: ContractName, count: { min: number; max: number }) =>
  fc
    .array(documentOf(contract), { minLength: count.min, maxLength: count.max })
    .map(all => ({ xml: answerOf(contract, all), count: all.length }));
