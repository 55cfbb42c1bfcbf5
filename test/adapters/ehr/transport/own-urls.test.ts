// Which URLs and ids lead where they seem to, whatever server reads them. Only these are requested with a system's token.
import { describe, expect, test } from 'vitest';
import {
  beginsWith,
  hasDotSegment,
  isUnambiguous,
  pathBelow,
  pathSegment,
} from '../../../../src/adapters/ehr/transport/own-urls.ts';

test.each([
  ['', true],
  ['/', true],
  ['/a/b-c_d.e~$f/1', true],
  ['/a/', true],
  ['/%C3%A5/%20', true],
  ['/%c3%a5', true],
  ['a', false],
  ['//', false],
  ['/a//b', false],
  ['/a;b', false],
  ['/a%2fb', false],
  ['/a%2Fb', false],
  ['/a%5Cb', false],
  ['/a%3Bb', false],
  ['/a%25b', false],
  ['/a%2Eb', false],
  ['/a%00b', false],
  ['/a%1fb', false],
  ['/a%7fb', false],
  ['/a%', false],
  ['/a%4', false],
  ['/a%zz', false],
  // Longer forms of a dot and a slash.
  ['/%C0%AE', false],
  ['/%E0%80%AF', false],
  ['/å', false],
  ['/a b', false],
  ['/a?b', false],
  ['/a\n', false],
])('%j is read in the same way by all servers: %j', (path, expected) => {
  expect(isUnambiguous(path)).toBe(expected);
});

test.each([
  ['59062', '59062'],
  ['a.b-c_d~e$', 'a.b-c_d~e%24'],
  ['å 1', '%C3%A5%201'],
  ["a!'()*", 'a%21%27%28%29%2A'],
  ['a:b@c', 'a%3Ab%40c'],
  ['', undefined],
  ['.', undefined],
  ['..', undefined],
  ['...', '...'],
  ['a/b', undefined],
  ['a\\b', undefined],
  ['a;b', undefined],
  ['a%b', undefined],
  ['a\u0000', undefined],
  ['a\u007f', undefined],
  ['\ud800', undefined],
])('the id %j is the segment %j', (id, segment) => {
  expect(pathSegment(id)).toBe(segment);
});

test.each([
  ['.', true],
  ['..', true],
  ['a/..', true],
  ['/../a', true],
  ['a/./b', true],
  ['%2e%2E', true],
  ['.%2e', true],
  ['%252e%25252E', true],
  ['..;', true],
  ['..;a=b/c', true],
  ['..%3b', true],
  ['..%253Ba', true],
  ['a%2f..%2Fb', true],
  ['a\\..', true],
  ['a%5c..', true],
  ['a%252f..', true],
  ['', false],
  ['...', false],
  ['.a', false],
  ['a..', false],
  ['a/b', false],
  ['a;..', false],
  [';..', false],
  ['%2ea', false],
  ['2e2e', false],
  ['a%2fb', false],
])('some servers read a segment of %j as . or ..: %j', (path, expected) => {
  expect(hasDotSegment(path)).toBe(expected);
});

test.each([
  ['https://a.example/fhir', 'https://a.example/fhir', true],
  ['https://a.example/fhir/Patient', 'https://a.example/fhir', true],
  ['https://a.example/fhir?page=2', 'https://a.example/fhir', true],
  ['https://a.example/fhirx', 'https://a.example/fhir', false],
  ['https://a.example/fhi', 'https://a.example/fhir', false],
  ['x?https://a.example/fhir', 'https://a.example/fhir', false],
  ['/a', '', true],
])('%s begins with %s: %j', (url, begin, expected) => {
  expect(beginsWith(url, begin)).toBe(expected);
});

describe('below a base URL', () => {
  const base = 'https://a.example/fhir/r4';

  test('a URL of many thousand characters is not followed (D32)', () => {
    const url = (length: number) => 'a'.repeat(length);
    const from = `${base}/`;
    expect(pathBelow(base, { url: url(16_384), from })).toBe(`/${url(16_384)}`);
    expect(pathBelow(base, { url: url(16_385), from })).toBeUndefined();
  });

  const below = (url: string, baseUrl = base) => pathBelow(baseUrl, { url, from: `${base}/` });

  test.each([
    [`${base}/Patient/1?a=b#c`, '/Patient/1?a=b'],
    [base, ''],
    [`${base}/`, '/'],
    [`${base}?page=2`, '?page=2'],
    ['Patient/1', '/Patient/1'],
    ['?page=2', '/?page=2'],
    ['/fhir/r4/Patient', '/Patient'],
    ['../r4/Patient', '/Patient'],
    ['//a.example/fhir/r4/Patient', '/Patient'],
    ['https://a.example:443/fhir/r4/Patient', '/Patient'],
    ['http://a.example/fhir/r4/Patient', undefined],
    ['https://b.example/fhir/r4/Patient', undefined],
    ['https://a.example:8443/fhir/r4/Patient', undefined],
    ['https://user@a.example/fhir/r4/Patient', undefined],
    ['https://:secret@a.example/fhir/r4/Patient', undefined],
    ['https://a.example/fhir/r4x/Patient', undefined],
    ['https://a.example/fhir', undefined],
    ['../Patient', undefined],
    ['Patient/1;x', undefined],
    ['http://[', undefined],
    ['urn:uuid:1', undefined],
  ])('%s is %s', (url, expected) => {
    expect(below(url)).toBe(expected);
  });

  test('a final slash of the base URL makes no difference', () => {
    expect(below(`${base}/Patient`, `${base}/`)).toBe('/Patient');
    expect(below('/Patient', 'https://a.example/')).toBe('/Patient');
    expect(below('/Patient', 'https://a.example')).toBe('/Patient');
  });
});
