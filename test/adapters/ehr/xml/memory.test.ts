// What a reader keeps after its document: nothing of it.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { xmlReader } from '../../../../src/adapters/ehr/xml/events.ts';
import { namespaceReader } from '../../../../src/adapters/ehr/xml/namespaces.ts';
import { bytesOf } from './feeding.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const none = () => {};
const handler = { open: none, attribute: none, opened: none, text: none, close: none };

const heapBytes = () => {
  collect();
  return process.memoryUsage().heapUsed;
};

const megabytes = 1024 * 1024;

test('names that are memoized hold no text of the documents that they came in', () => {
  const readOne = (at: number) => {
    const reader = xmlReader(handler);
    reader.write(bytesOf(`<ElementNumber${at}InADocument a="${'x'.repeat(4 * megabytes)}"/>`));
    reader.end();
  };
  readOne(0);
  const before = heapBytes();
  for (let at = 1; at <= 20; at++) readOne(at);
  expect(heapBytes() - before).toBeLessThan(20 * megabytes);
});

test.each([
  ['namespaces matter', namespaceReader({ handler, charset: undefined, isOurs: () => true })],
  ['they do not', xmlReader(handler)],
])('a document that binds 100,000 prefixes is read through, where %s', (_, reader) => {
  const bound = Array.from({ length: 100_000 }, (_, at) => `xmlns:p${at}="urn:${at}"`).join(' ');
  const inner = '<p0:x p1:nil="false"/>'.repeat(20_000);
  reader.write(bytesOf(`<a ${bound}>${inner}</a>`));
  reader.end();
});
