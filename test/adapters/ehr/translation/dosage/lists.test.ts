// Every word of every list about doses occurs in lists.yaml, where it is written by hand, and means there what it means in the list: a
// word that is added to a list, and to no case, fails here.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { timeUnitOf } from '../../../../../src/adapters/ehr/translation/dosage/time-units.ts';
import { eventTiming, timeOfDay } from '../../../../../src/adapters/ehr/translation/dosage/times-of-day.ts';
import { knownUnit } from '../../../../../src/adapters/ehr/translation/dosage/units.ts';
import * as words from '../../../../../src/adapters/ehr/translation/dosage/words-of-doses.ts';

const lists = parse(readFileSync(new URL('lists.yaml', import.meta.url), 'utf8'));
const source = (name: string): string =>
  readFileSync(
    new URL(`../../../../../src/adapters/ehr/translation/dosage/${name}.ts`, import.meta.url),
    'utf8',
  );

/** The words between quotes in the list of a name, and the names of its members. */
const wordsIn = (file: string, list: string): string[] => {
  const [, text = ''] =
    new RegExp(`const ${list}\\b[^=]*=(.*?)\\n(?:\\}|\\]|\\))`, 's').exec(source(file)) ?? [];
  return [...text.matchAll(/'([^']*)'|^\s+(?:(\p{L}\w*)):/gmu)].flatMap(([, quoted, name]) =>
    (quoted ?? name ?? '').split(' ').filter(word => word !== ''),
  );
};

const split = (text: string): string[] => text.split(/[\s,]+/).filter(word => word !== '');

/** Seen in the source, and not in the lists of the cases. */
const unlisted = (seen: readonly string[], listed: readonly string[]): string[] => {
  const known = new Set(listed);
  return seen.filter(word => !known.has(word));
};

describe('units', () => {
  const units = Object.entries<string | null>(lists.units).map(([forms, codes]) => {
    const [word = '', plural = word] = forms.split(' ');
    return { word, plural, codes: split(codes ?? '') };
  });
  test.each(units)('$word', ({ word, plural, codes }) => {
    const written = [word, plural, ...codes];
    expect(written.map(unit => [unit, knownUnit(unit)])).toEqual(written.map(unit => [unit, [word, plural]]));
  });

  test('are all of the list', () => {
    const seen = [...wordsIn('units', 'codesByWord'), ...wordsIn('units', 'nouns')];
    expect(seen.length).toBeGreaterThan(200);
    expect(
      unlisted(
        seen,
        units.flatMap(({ word, plural, codes }) => [word, plural, ...codes]),
      ),
    ).toEqual([]);
  });
});

describe('times of the day', () => {
  const times = Object.entries<string>(lists['times of the day']).map(([name, codes]) => {
    const [ofHl7 = '', national = ''] = codes.split(',');
    return { name, ofHl7: ofHl7.trim(), national: split(national) };
  });
  test.each(times)('$name', ({ name, ofHl7, national }) => {
    if (ofHl7 !== '') expect(eventTiming(ofHl7)?.name).toBe(name);
    expect([name, ...national].map(word => timeOfDay(word)?.name)).toEqual(
      [name, ...national].map(() => name),
    );
  });

  test('are all of the list', () => {
    const seen = ['meals', 'eventTimings', 'nationalTimes'].flatMap(list => wordsIn('times-of-day', list));
    expect(seen.length).toBeGreaterThan(70);
    const listed = times.flatMap(({ name, ofHl7, national }) => [...name.split(' '), ofHl7, ...national]);
    // The parts that the codes of meals are made of.
    expect(unlisted(seen, [...listed, 'M', 'D', 'V', 'meal', 'named'])).toEqual([]);
  });
});

test('units of time', () => {
  const units = Object.entries<string>(lists['units of time']);
  for (const [unit, written] of units)
    expect(written.split(' ').map(timeUnitOf)).toEqual(written.split(' ').map(() => unit));
  const seen = [...wordsIn('time-units', 'nouns'), ...wordsIn('time-units', 'codes')];
  expect(seen.length).toBeGreaterThan(30);
  expect(
    unlisted(
      seen,
      units.flatMap(([unit, written]) => [unit, ...written.split(' ')]),
    ),
  ).toEqual([]);
});

test('numbers in words', () => {
  const numbers = Object.entries<string[]>(lists.numbers).flatMap(([number, all]) =>
    all.map(word => [word, Number(number)]),
  );
  expect({ ...words.numberWords, ...words.oneWords }).toEqual(Object.fromEntries(numbers));
});

/** The parts of a pattern that are in no group: between bars, or each group and what is between two. */
const partsOf = (pattern: string, isEnd: (character: string, depth: number) => boolean): string[] => {
  let depth = 0;
  const parts = [''];
  for (const character of pattern) {
    if (character === '(' && isEnd(character, depth)) parts.push('');
    if (character === '|' && isEnd(character, depth)) parts.push('');
    else parts[parts.length - 1] += character;
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ')' && isEnd(character, depth)) parts.push('');
  }
  return parts;
};

/** The patterns that a pattern is a choice of: in each, one word of one of its groups stands alone. Lookarounds stay. */
const variants = (pattern: string): string[] => {
  const choices = partsOf(pattern, (character, depth) => character === '|' && depth === 0);
  if (choices.length > 1) return choices.flatMap(variants);
  const parts = partsOf(pattern, (character, depth) => character !== '|' && depth === 0);
  const varied = parts.flatMap((part, at) => {
    if (!part.startsWith('(?:')) return [];
    const around = (inside: string) =>
      [...parts.slice(0, at), `(?:${inside})`, ...parts.slice(at + 1)].join('');
    return variants(part.slice(3, -1)).map(around);
  });
  return varied.length === 0 ? [pattern] : varied;
};

/** A pattern without what has a list of its own: numbers, weekdays and times of the day. */
const withoutOthers = (pattern: string): string => {
  const [, number = ''] = /^\(\?:(\(\?:.*?\))\\s\*/s.exec(words.numberPattern) ?? [];
  expect(number).toMatch(/twelve/);
  return [number, words.weekdays, words.timesOfDay]
    .filter(other => other !== pattern)
    .reduce((rest, other) => rest.replaceAll(other, '[\\p{L}\\p{N} ]*'), pattern);
};

/** Every list that is a pattern, by its name. */
const { numberWords: _, oneWords: __, numberPattern: ___, ...patterns } = words;

describe.each(Object.entries(patterns))('%s', (name, pattern) => {
  const listed: string[] = lists[name].flat();
  const whole = (one: string) => new RegExp(`^(?:${one})$`, 'u');

  test.each(listed)('%s', word => {
    expect(word).toMatch(whole(pattern));
  });

  test('are all of the list', () => {
    const all = variants(withoutOthers(pattern));
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter(one => !listed.some(word => whole(one).test(word)))).toEqual([]);
  });
});
