// The fields reader: what is read, what is a loss and what it hides, and what nobody has read.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fields, readFields } from '../../../../src/adapters/ehr/json/fields.ts';
import { timeReader } from '../../../../src/adapters/ehr/xml/times.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import type { JsonObject } from '../../../../src/domain/model/json.ts';
import type { Loss } from '../../../../src/domain/model/loss.ts';
import { parseStrictJson } from '../../../../src/domain/model/strict-json.ts';
import { hideable } from '../../../../src/domain/records/shared/hiding.ts';

const times = timeReader(regionTime('Europe/Stockholm'));

const reading = (text: string) => {
  const losses: Loss[] = [];
  const object = parseStrictJson(text, { exact: true }) as JsonObject;
  return { losses, ...readFields(object, { times, report: loss => losses.push(loss) }) };
};

const words = { open: 'BOOKED', done: 'PERFORMED', '1': 'ARRIVED', true: 'MISSED' };

/** How each method reads the member `m`. */
const readers = {
  text: (fields: Fields) => fields.text('m', ['unit']),
  flag: (fields: Fields) => fields.flag('m', ['unit']),
  number: (fields: Fields) => fields.number('m', ['unit']),
  digits: (fields: Fields) => fields.digits('m', ['unit']),
  time: (fields: Fields) => fields.time('m', ['unit']),
  moment: (fields: Fields) => fields.moment('m', ['unit']),
  day: (fields: Fields) => fields.day('m', ['unit']),
  word: (fields: Fields) => fields.word('m', words, ['unit']),
  object: (fields: Fields) => fields.object('m', ['unit'])?.text('a', []),
  list: (fields: Fields) => fields.list('m', ['unit']).map(item => item.text('a', [])),
  texts: (fields: Fields) => fields.texts('m', ['unit']),
};
type Method = keyof typeof readers;
const methods = Object.keys(readers) as Method[];

const nothing = (method: Method) => (method === 'list' || method === 'texts' ? [] : undefined);

describe('a value', () => {
  test.each<[Method, string, unknown]>([
    ['text', '"Åsa"', 'Åsa'],
    ['text', '" Åsa "', ' Åsa '],
    ['flag', 'true', true],
    ['flag', 'false', false],
    ['number', '0', 0],
    ['number', '-1.50', -1.5],
    ['number', '1e3', 1000],
    ['number', '9007199254740991', 9007199254740991],
    ['number', '9007199254740993', 9007199254740993n],
    ['number', '-12345678901234567890', -12345678901234567890n],
    ['digits', '1.50', '1.50'],
    ['digits', '1.5', '1.5'],
    ['digits', '1e400', '1e400'],
    ['time', '"2026-11-24T08:15:00"', '20261124081500'],
    ['time', '"2026-11-24T07:15:00Z"', '20261124081500'],
    ['time', '"20261124"', '20261124000000'],
    ['moment', '"2026-11-24T08:15:00"', { local: '20261124081500', epoch: Date.UTC(2026, 10, 24, 7, 15) }],
    // Clocks go back at 3 in the morning: this hour comes twice.
    [
      'moment',
      '"2026-10-25T02:30:00+02:00"',
      { local: '20261025023000', epoch: Date.UTC(2026, 9, 25, 0, 30) },
    ],
    [
      'moment',
      '"2026-10-25T02:30:00+01:00"',
      { local: '20261025023000', epoch: Date.UTC(2026, 9, 25, 1, 30) },
    ],
    ['day', '"2026-11-24"', '20261124'],
    ['day', '"2026-11-23T23:30:00Z"', '20261124'],
    ['word', '"open"', 'BOOKED'],
    ['word', '" open "', 'BOOKED'],
    ['word', '1', 'ARRIVED'],
    ['word', 'true', 'MISSED'],
    ['object', '{"a":"x"}', 'x'],
    ['list', '[{"a":"x"},{},null,{"a":"y"}]', ['x', undefined, 'y']],
    ['list', '[]', []],
    ['texts', '["x"," ",null,"y"]', ['x', 'y']],
  ])('%s of %s', (method, json, expected) => {
    const { fields, losses, reportUnread } = reading(`{"m":${json}}`);
    expect(readers[method](fields)).toEqual(expected);
    reportUnread();
    expect(losses).toEqual([]);
  });

  test('a word that is not understood can differ from one that is absent', () => {
    const read = (json: string) => reading(json).fields.word('m', words, ['state'], 'UNKNOWN');
    expect(read('{"m":"open"}')).toBe('BOOKED');
    expect(read('{"m":"avbokad"}')).toBe('UNKNOWN');
    expect(read('{"m":["open"]}')).toBe('UNKNOWN');
    expect(read('{}')).toBeUndefined();
    expect(read('{"m":" "}')).toBeUndefined();
  });

  test.each(methods)('%s: what is absent, null or blank is absent and no loss', method => {
    for (const json of ['{}', '{"m":null}', '{"m":""}', '{"m":" \\n"}']) {
      const { fields, losses, reportUnread } = reading(json);
      expect(readers[method](fields)).toEqual(nothing(method));
      reportUnread();
      expect(losses).toEqual([]);
    }
  });

  test.each<[Method, string]>([
    ['text', '1'],
    ['text', '1.50'],
    ['text', 'true'],
    ['text', '["x"]'],
    ['flag', '"true"'],
    ['flag', '1'],
    ['number', '"1"'],
    ['number', '1e400'],
    ['number', '1e20'],
    ['number', 'true'],
    ['digits', '"1"'],
    ['time', '"24/11 2026"'],
    ['time', '"2026-02-30"'],
    ['time', '20261124'],
    ['moment', '"2026-02-30T10:00:00"'],
    ['moment', '20261124'],
    ['day', '"i går"'],
    ['word', '"Open"'],
    ['word', '"constructor"'],
    ['word', '"__proto__"'],
    ['word', '["open"]'],
    ['object', '"x"'],
    ['object', '1.50'],
    ['object', '[{"a":1}]'],
    ['list', '"x"'],
    ['list', '{"a":"x"}'],
    ['texts', '"x"'],
  ])('%s of %s is a loss that says what it hides', (method, json) => {
    const { fields, losses } = reading(`{"m":${json}}`);
    expect(readers[method](fields)).toEqual(nothing(method));
    expect(losses).toEqual([{ path: 'm', reason: 'unreadable', hides: ['unit'] }]);
  });

  test('an item that cannot be read is a loss, and the others are read', () => {
    const { fields, losses, reportUnread } = reading(
      '{"m":[{"a":"x"},"y",[{"a":"z"}],1.50,{"a":"w","b":1}]}',
    );
    expect(readers.list(fields)).toEqual(['x', 'w']);
    reportUnread();
    const unreadable = { path: 'm', reason: 'unreadable', hides: ['unit'] };
    expect(losses).toEqual([
      unreadable,
      unreadable,
      unreadable,
      { path: 'm/b', reason: 'unmapped', hides: [] },
    ]);
    const other = reading('{"m":["x",1,{"a":"y"}]}');
    expect(readers.texts(other.fields)).toEqual(['x']);
    expect(other.losses).toEqual([unreadable, unreadable]);
  });

  test('a loss has its path from the record', () => {
    const { fields, losses } = reading('{"unit":{"ids":[{"value":1}]}}');
    expect(
      fields.object('unit', ['unit'])?.list('ids', ['unit'])[0]?.text('value', ['unit']),
    ).toBeUndefined();
    expect(losses).toEqual([{ path: 'unit/ids/value', reason: 'unreadable', hides: ['unit'] }]);
  });

  test('an adapter reports what it has read and cannot publish', () => {
    const { fields, losses } = reading('{"unit":{"id":"x"}}');
    fields.object('unit', ['unit'])?.lose('id', { reason: 'out-of-bounds', hides: ['unit'] });
    expect(losses).toEqual([{ path: 'unit/id', reason: 'out-of-bounds', hides: ['unit'] }]);
  });

  test('a member is not inherited', () => {
    const { fields, losses } = reading('{}');
    expect(fields.text('constructor', [])).toBeUndefined();
    expect(fields.object('__proto__', [])).toBeUndefined();
    expect(losses).toEqual([]);
  });
});

describe('what nobody has read', () => {
  test('is unmapped, once for each value, with its path', () => {
    const { fields, losses, reportUnread } = reading(
      '{"id":1.50,"name":"Åsa","empty":"","none":null,"unit":{"id":"a","name":"b"},"list":[{"a":1,"b":2},{"a":3}],"texts":["x","y"]}',
    );
    expect(fields.text('name', [])).toBe('Åsa');
    expect(fields.object('unit', [])?.text('id', [])).toBe('a');
    expect(fields.list('list', [])[0]?.number('a', [])).toBe(1);
    reportUnread();
    expect(losses.map(({ path }) => path)).toEqual(['id', 'unit/name', 'list/b', 'list', 'texts', 'texts']);
    expect(losses.every(({ reason, hides }) => reason === 'unmapped' && hides.length === 0)).toBe(true);
  });

  test('has no path by a name that can be data', () => {
    const { fields, losses, reportUnread } = reading('{"by":{"a":1,"191212121212":2,"Tolvan/Tolvansson":3}}');
    fields.object('by', [])?.number('a', []);
    reportUnread();
    expect(losses.map(({ path }) => path)).toEqual(['by/…', 'by/…']);
  });

  test('any value is read, a loss, or unmapped', () => {
    const leaf = fc.oneof(
      fc.string({ minLength: 1 }).filter(text => text.trim() !== ''),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    const value = fc.oneof(
      leaf,
      fc.array(leaf, { minLength: 1 }),
      fc.dictionary(fc.string(), leaf, { minKeys: 1 }),
    );
    fc.assert(
      fc.property(value, fc.constantFrom(...methods), fc.boolean(), (m, method, isRead) => {
        const { fields, losses, reportUnread } = reading(JSON.stringify({ m }));
        const found = isRead ? readers[method](fields) : undefined;
        reportUnread();
        const isFound = found !== undefined && !(Array.isArray(found) && found.length === 0);
        expect(isFound || losses.length > 0).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

test('a loss may hide anything that the rules look at', () => {
  const { fields, losses } = reading('{"m":1}');
  fields.text('m', hideable);
  expect(losses).toEqual([{ path: 'm', reason: 'unreadable', hides: hideable }]);
});
