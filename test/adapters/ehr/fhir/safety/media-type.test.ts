// A content type that no header can carry must not fail the journal, nor count as a failure of the server.
import { expect, test } from 'vitest';
import { bundle, noteOf } from '../support/fhir-server.ts';
import { openAt } from '../support/read-all.ts';

test.each([
  ['text/plain; charset=utf-8\n', 'text/plain'],
  ['text/plain;\r\n charset=utf-8', 'text/plain'],
  ['text/html; name="☃.html"', 'text/html'],
  ['text/plain; name="Läkarintyg.txt"', 'text/plain'],
  ['Text/Plain; Charset=UTF-8', 'Text/Plain; Charset=UTF-8'],
])('%j is asked for as %j', async (contentType, accept) => {
  const { read, server } = await openAt({
    '/DocumentReference': bundle([noteOf({ contentType, url: 'Binary/b1' })]),
    '/Binary/b1': { resourceType: 'Binary', contentType: 'text/plain', data: 'QQ==' },
  });
  const [found] = await read('journalNotes');
  expect(JSON.stringify(found?.record)).toContain('"$self":"A"');
  expect(server.received.at(-1)?.headers.accept).toBe(accept);
});
