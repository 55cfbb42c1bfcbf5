// Reading the header Content-Type: what counts as a type and as a charset, and that nothing malformed does.
import { expect, test } from 'vitest';
import { charsetOf, mediaTypeOf, parseMediaType } from '../../../src/domain/model/media-type.ts';

test.each([
  ['application/json', 'application/json', undefined],
  ['Application/FHIR+JSON; charset=UTF-8', 'application/fhir+json', 'utf-8'],
  ['text/xml;charset="ISO-8859-1"', 'text/xml', 'iso-8859-1'],
  ['text/xml; a=b; Charset=utf-8; charset=latin1', 'text/xml', 'utf-8'],
  ['text/xml; charset=', 'text/xml', undefined],
  ['text/xml; charset', 'text/xml', undefined],
  ['text/plain; title="; charset=latin1"', 'text/plain', undefined],
  ['text/xml;', 'text/xml', undefined],
])('%s', (contentType, type, charset) => {
  expect(mediaTypeOf(contentType)).toBe(type);
  expect(charsetOf(contentType)).toBe(charset);
});

test.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['a word', 'json'],
  ['a type without a subtype', 'text/'],
  ['two types', 'text/xml, text/html'],
  ['a charset alone', '; charset=utf-8'],
])('%s is not a media type', (_, contentType) => {
  expect(parseMediaType(contentType)).toBeUndefined();
  expect(mediaTypeOf(contentType)).toBeUndefined();
  expect(charsetOf(contentType)).toBeUndefined();
});
