// Lists of key=value, as OpenTelemetry's settings have them.
import { expect, test } from 'vitest';
import { readHeaders, readKeyValues } from '../../../src/config/settings/key-values.ts';
import { readSettings } from '../../../src/config/settings/settings.ts';

test.each([
  ['a=1', { a: '1' }],
  [' a = 1 , b=2 ', { a: '1', b: '2' }],
  ['a=1,,b=2,', { a: '1', b: '2' }],
  ['a%2Cb=x%3Dy%20z', { 'a,b': 'x=y z' }],
  ['a=', { a: '' }],
  ['a=b=c==', { a: 'b=c==' }],
  ['a=1,a=2', { a: '2' }],
  ['__proto__=1', JSON.parse('{"__proto__":"1"}')],
])('%s', (text, expected) => {
  expect(readKeyValues(text)).toEqual(expected);
});

test.each(['', ',', 'a', '=1', 'a=1,b', 'a=%zz', 'a=%ff'])('not a list: %j', text => {
  expect(readKeyValues(text)).toBeUndefined();
});

test('headers have a form of their own', () => {
  expect(readHeaders('Authorization=Basic%20YTpi')).toEqual({ Authorization: 'Basic YTpi' });
  for (const text of ['a b=1', 'å=1', 'a=x%0Ay', 'a=%C3%A5']) expect(readHeaders(text), text).toBeUndefined();
});

test('a fault names the setting, and never a value', () => {
  const { faults } = readSettings({
    OTEL_EXPORTER_OTLP_HEADERS: 'secret',
    OTEL_RESOURCE_ATTRIBUTES: 'secret',
  });
  const found = faults.filter(({ where }) => where.startsWith('OTEL_'));
  expect(found.map(({ where }) => where)).toEqual(['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_RESOURCE_ATTRIBUTES']);
  expect(JSON.stringify(found)).not.toContain('secret');
});
