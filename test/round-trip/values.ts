// Random values of record trees: whatever an EHR may have, as the expected JSON.
import fc from 'fast-check';
import { namedTrees } from '../../sandbox/record-builders/named-trees.ts';
import { isArrayTree, type ObjectTree, type Tree } from '../../sandbox/record-builders/record-trees.ts';

/**
 * Characters that XML 1.0 allows: its special characters, Swedish ones, ones beyond windows-1252 and beyond 16 bits. A carriage return
 * does not come back (D33, control characters).
 */
const char = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abcåäöÅÄÖ 0189') },
  { weight: 2, arbitrary: fc.constantFrom(...'<>&"\'\n\t]') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('€', '–', '\u00a0', '漢', 'ž', '\ufffd', '\ue000', '😀', ']]>'),
  },
);

const text = fc.array(char, { maxLength: 24 }).map(chars => chars.join(''));

/** A text that is trimmed. */
const word = fc.tuple(fc.array(char, { maxLength: 12 })).map(([chars]) => chars.join('').trim());

const two = (number: number) => String(number).padStart(2, '0');

const date = fc
  .date({ min: new Date('1900-01-02T00:00:00Z'), max: new Date('2099-12-30T00:00:00Z'), noInvalidDate: true })
  .map(day => day.toISOString().slice(0, 10).replaceAll('-', ''));

const clock = fc.oneof(
  fc.constant('000000'),
  fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) => `${two(hour)}${two(minute)}00`),
  fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59)).map(parts => parts.map(two).join('')),
);

const time = fc.tuple(date, clock).map(parts => parts.join(''));

const integer = fc.oneof(
  fc.integer(),
  fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(big => {
    const number = Number(big);
    return Number.isSafeInteger(number) ? number : big;
  }),
);

const decimal = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.nat(999))
  .map(([whole, thousandths]) => Number(`${whole}.${String(thousandths).padStart(3, '0')}`))
  .map(number => (Object.is(number, -0) ? 0 : number));

const anyName = fc.constantFrom('Key', 'Värde', 'a', 'constructor', '__proto__', 'b-c.d', 'Any');

/** A free-form object as expected: without empty objects inside, and with arrays of two or more. */
const { anyObject } = fc.letrec<{ anyObject: object; anyValue: unknown }>(tie => ({
  anyObject: fc.oneof(
    fc.array(fc.tuple(anyName, tie('anyValue')), { maxLength: 4 }).map(toObject),
    text.filter(own => own !== '').map($self => toObject([['$self', $self]])),
  ),
  anyValue: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.array(text, { minLength: 2, maxLength: 3 }),
    fc.array(fc.tuple(anyName, tie('anyValue')), { minLength: 1, maxLength: 3 }).map(toObject),
  ),
}));

/** Has no prototype, because `__proto__` is a name like any other. */
function toObject(entries: readonly (readonly [string, unknown])[]): object {
  const made: Record<string, unknown> = Object.create(null);
  for (const [name, value] of entries) made[name] = value;
  return made;
}

const leaves: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: text,
  word,
  boolean: fc.boolean(),
  number: fc.oneof(decimal, fc.integer()),
  integer,
  time,
  date,
  'time text': time,
  Any: anyObject,
};

/** Objects that count as absent if they are empty. */
const absentWhenEmpty = new Set(['Identifier', 'Coded', 'Time', 'Date']);
const isGivenName = (tree: Tree) =>
  typeof tree === 'object' && 'qualifier' in tree && 'value' in tree && Object.keys(tree).length === 2;

/** A container: its only member is an array, which always exists. */
const isContainer = (tree: ObjectTree) => {
  const [only, ...others] = Object.values(tree);
  return only !== undefined && others.length === 0 && isArrayTree(only);
};

/** How many of ten members exist: fewer at deeper levels, to limit the size of records. */
const share = (depth: number) => {
  if (depth < 2) return 6;
  return depth < 5 ? 4 : 3;
};

const sometimes = (value: fc.Arbitrary<unknown>, depth: number) =>
  fc.oneof(
    { weight: share(depth), arbitrary: value },
    { weight: 10 - share(depth), arbitrary: fc.constant(undefined) },
  );

/** The values of a member. Only containers have empty arrays. */
const memberOf = (tree: Tree, depth: number, inContainer: boolean): fc.Arbitrary<unknown> => {
  if (!isArrayTree(tree)) return valuesOf(tree, depth);
  const [item] = tree;
  const isDeep = typeof item === 'string' && nesting.has(item) && depth > deepest;
  if (isDeep) return fc.constant(inContainer ? [] : undefined);
  return fc.array(valuesOf(item, depth), { minLength: inContainer ? 0 : 1, maxLength: depth < 3 ? 3 : 2 });
};

const object = (tree: ObjectTree, depth: number): fc.Arbitrary<object> => {
  const inContainer = isContainer(tree);
  const members = Object.entries(tree).map(([name, inner]) => {
    const value = memberOf(inner, depth + 1, inContainer);
    // The text of an element always exists, even if it is empty.
    const isCertain = (name === '$self' && inner === 'string') || inContainer;
    const made = isCertain ? value : sometimes(value, depth);
    return made.map(one => [name, one] as const);
  });
  return fc
    .tuple(...members)
    .map(entries => Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
};

const isFilled = (value: object) => Object.keys(value).length > 0;

/** Recursive trees, and their depth here. */
const nesting = new Set(['Record', 'ArchetypeRecord']);
const deepest = 9;

/** Random values of a tree. */
export const valuesOf = (tree: Tree, depth = 0): fc.Arbitrary<unknown> => {
  if (isArrayTree(tree)) return memberOf(tree, depth, true);
  if (typeof tree !== 'string') {
    const made = object(tree, depth);
    return isGivenName(tree) ? made.filter(isFilled) : made;
  }
  const leaf = leaves[tree];
  if (leaf !== undefined) return leaf;
  const members = namedTrees[tree];
  if (members === undefined) throw new TypeError(`no tree has the name ${tree}`);
  // A recursive tree is built lazily, because it would be infinite otherwise.
  if (nesting.has(tree)) return fc.constant(undefined).chain(() => object(members, depth));
  return absentWhenEmpty.has(tree) ? object(members, depth).filter(isFilled) : object(members, depth);
};

/** Whether a value has a text that is not blank, a number or a truth value somewhere. */
export const saysSomething = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(saysSomething)
    : value !== undefined && `${value}`.trim() !== '';
