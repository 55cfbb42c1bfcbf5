// JSON documents of just under 8 MiB that repeat something: each tries to fill the memory or to hold the event loop.

export type Flood = {
  readonly start: string;
  /** What is repeated; the number makes it unique. */
  readonly part: (at: number) => string;
  readonly end: string;
  /** How reading ends: `read`, or the reason of the failure. */
  readonly outcome: 'read' | 'ehr-limit' | 'ehr-not-well-formed' | 'ehr-encoding' | 'answer-share-exceeded';
  /** Whether it is read without yielding: white space, or what ends early. */
  readonly isAtOnce?: boolean;
};

const between =
  (start: string, end: string) =>
  (part: Flood['part'], outcome: Flood['outcome'], isAtOnce = false): Flood => ({
    start,
    part,
    end,
    outcome,
    isAtOnce,
  });
const inList = between('[', '1]');
const inObject = between('{', '"":1}');
const inText = between('"', '"');
const same = (text: string) => () => text;

const levels = 99;
const digits = '1234567890'.repeat(99);
const longName = 'n'.repeat(980);

/** The names of many members of one object. */
const names = (at: number) => Array.from({ length: 900 }, (_, index) => `"n${index}_${at}":1`).join(',');

export const floods: Readonly<Record<string, Flood>> = {
  'empty lists': inList(same('[],'), 'ehr-limit'),
  'empty objects': inList(same('{},'), 'ehr-limit'),
  nulls: inList(same('null,'), 'ehr-limit'),
  'small numbers': inList(same('0,'), 'ehr-limit', true),
  doubles: inList(same('0.1,'), 'ehr-limit'),
  'exact numbers': inList(same('-0,'), 'ehr-limit'),
  'exact members': inList(same('{"value":1.50},'), 'ehr-limit'),
  'long exact numbers': inList(same(`${digits},`), 'read'),
  'long fractions': inList(same(`0.${digits}e-300,`), 'read'),
  'great exponents': inList(same('1e400,'), 'ehr-limit'),
  'one number': between('', '')(same(digits), 'ehr-limit', true),
  'one exponent': between('1e', '1')(same('0'), 'ehr-limit', true),
  'empty texts': inList(same('"",'), 'ehr-limit'),
  'short texts': inList(same('"Läkemedel och varningar",'), 'ehr-limit'),
  'escaped texts': inList(same('"\\n",'), 'ehr-limit'),
  'one text': inText(same('text'), 'read'),
  'one escaped text': inText(same('\\u00e5'), 'read'),
  'one text of lone surrogates': inText(same('\\ud83d'), 'read'),
  'one text of escaped NULs': inText(same('\\u0000'), 'read'),
  'one text of NULs': inText(same('\u0000'), 'ehr-not-well-formed', true),
  'one text without an end': between('"', '')(same('text'), 'ehr-not-well-formed'),
  'white space': between('', '1')(same(' \n\t\r'), 'read', true),
  'lines before a fault': between('', 'x')(same('\n'), 'ehr-not-well-formed', true),
  'members of one object': inObject(at => `"n${at}":1,`, 'ehr-limit'),
  'members with numbers as names': inObject(at => `"${at}":1,`, 'ehr-limit'),
  'members with numbers far apart as names': inObject(at => `"${(at * 7919) % 4294967291}":1,`, 'ehr-limit'),
  'members with escaped names': inObject(at => `"\\n${at}":1,`, 'ehr-limit'),
  'members with long names': inObject(at => `"${longName}${at}":1,`, 'read'),
  'objects with a name each': inList(at => `{"n${at}":1},`, 'ehr-limit'),
  'objects with a long name each': inList(at => `{"${longName}${at}":1},`, 'read'),
  'objects with 900 names each': inList(at => `{${names(at)}},`, 'read'),
  'objects that branch': inList(at => `{"a":1,"n${at}":1,"b":2},`, 'ehr-limit'),
  'members called __proto__': inList(same('{"__proto__":{}},'), 'ehr-limit'),
  'one member, again and again': inObject(same('"a":1,'), 'ehr-not-well-formed'),
  'lists without an end': between('', '')(same('['), 'ehr-limit'),
  'objects without an end': between('', '')(same('{"a":'), 'ehr-limit'),
  'deep lists': inList(same(`${'['.repeat(levels)}${']'.repeat(levels)},`), 'answer-share-exceeded'),
  'deep objects': inList(same(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)},`), 'answer-share-exceeded'),
};
