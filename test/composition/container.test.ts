// Composing by name: what must not compile (tsc is the judge), and what the container does at run time.
import 'reflect-metadata';
import { container as root } from 'tsyringe';
import { describe, expect, test } from 'vitest';
import { assemble, type Recipes, registry } from '../../src/composition/container.ts';

type Given = { readonly base: number; readonly nothing: undefined };
type Made = { readonly double: number; readonly text: string; readonly absent: undefined };

const recipes: Recipes<Made, Given> = {
  double: ({ base }) => base * 2,
  text: ({ double }) => `double is ${double}`,
  absent: () => undefined,
};
const given: Given = { base: 21, nothing: undefined };

describe('does not compile', () => {
  test('a table that is not the parts', () => {
    // @ts-expect-error a part without a recipe
    const missing: Recipes<Made, Given> = { double: recipes.double, text: recipes.text };
    // @ts-expect-error a recipe of a part that does not exist
    const more: Recipes<Made, Given> = { ...recipes, other: () => 1 };
    const unknown: Recipes<Made, Given> = {
      ...recipes,
      // @ts-expect-error the recipe uses a part that does not exist
      text: ({ triple }) => `triple is ${triple}`,
    };
    const wrong: Recipes<Made, Given> = {
      ...recipes,
      // @ts-expect-error the recipe makes something else
      double: ({ text }) => text,
    };
    expect([missing, more, unknown, wrong]).toHaveLength(4);
  });

  test('parts that are not given, or are something else', () => {
    // @ts-expect-error base is not given
    const lacking = () => assemble(recipes, { nothing: undefined });
    // @ts-expect-error base is a number
    const other = () => assemble(recipes, { ...given, base: '21' });
    // @ts-expect-error a replacement is of the part's own type
    const replaced = () => assemble(recipes, { ...given, double: 'two' });
    // @ts-expect-error there is no such part
    const reading = () => assemble(recipes, given).triple;
    expect([lacking, other, replaced, reading]).toHaveLength(4);
  });
});

describe('a part', () => {
  test('is made of the others', () => {
    expect(assemble(recipes, given).text).toBe('double is 42');
  });

  test('is made once, when it is first read, even if it is undefined', () => {
    const made: string[] = [];
    const noted: Recipes<Made, Given> = {
      double: parts => {
        made.push('double');
        return recipes.double(parts);
      },
      text: parts => {
        made.push('text');
        return recipes.text(parts);
      },
      absent: () => void made.push('absent'),
    };
    const parts = assemble(noted, given);
    expect(made).toEqual([]);
    expect([parts.text, parts.double, parts.text]).toEqual(['double is 42', 42, 'double is 42']);
    expect([parts.absent, parts.absent]).toEqual([undefined, undefined]);
    expect(made).toEqual(['text', 'double', 'absent']);
  });

  test('is of one service: another one makes its own', () => {
    const listed: Recipes<{ list: number[] }, object> = { list: () => [] };
    const [one, other] = [assemble(listed, {}), assemble(listed, {})];
    one.list.push(1);
    expect([one.list, other.list]).toEqual([[1], []]);
  });

  test('is replaced by one that is given', () => {
    expect(assemble(recipes, { ...given, double: 7 }).text).toBe('double is 7');
  });

  test('may be given as undefined', () => {
    expect(assemble(recipes, given).nothing).toBeUndefined();
  });

  test('throws what its recipe throws', () => {
    const broken = new Error('no file');
    const failing: Recipes<{ file: string }, object> = {
      file: () => {
        throw broken;
      },
    };
    const parts = assemble(failing, {});
    expect(() => parts.file).toThrow(broken);
    expect(() => parts.file).toThrow(broken);
  });
});

test('a cycle names its parts, and no others', () => {
  type Circle = { readonly start: string; readonly hen: string; readonly egg: string };
  const circle: Recipes<Circle, object> = {
    start: ({ hen }) => hen,
    hen: ({ egg }) => `hen of ${egg}`,
    egg: ({ hen }) => `egg of ${hen}`,
  };
  const parts = assemble(circle, {});
  const expected = { code: 'unexpected', message: expect.stringMatching(/: hen → egg → hen$/) };
  expect(() => parts.start).toThrow(expect.objectContaining(expected));
  expect(() => parts.egg).toThrow(/: egg → hen → egg$/);
});

test('a registry collects the values of its token, in order, separately from others', () => {
  const [letters, others] = [registry<{ name: string }>('letter'), registry<{ name: string }>('letter')];
  letters.register({ name: 'a' });
  others.register({ name: 'x' });
  letters.register({ name: 'b' });
  expect(letters.all()).toEqual([{ name: 'a' }, { name: 'b' }]);
  // @ts-expect-error something else
  const wrong = () => letters.register({ title: 'c' });
  expect(wrong).toBeTypeOf('function');
});

test('the global container holds nothing', () => {
  assemble(recipes, given);
  registry<object>('letter').register({});
  const names = [...Object.keys(recipes), ...Object.keys(given), 'letter'];
  expect(names.filter(name => root.isRegistered(name))).toEqual([]);
});
