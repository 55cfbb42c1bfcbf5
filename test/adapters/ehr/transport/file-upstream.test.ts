// An upstream that answers from a file: in chunks, with the limit of a real one.
import { expect, test } from 'vitest';
import { answeringUpstream } from '../../../../src/adapters/ehr/transport/file-upstream.ts';
import type { UpstreamRequest } from '../../../../src/adapters/ehr/transport/upstream.ts';
import { newCall } from '../calls.ts';

const request = (): UpstreamRequest => ({ method: 'GET', path: '/a', retryable: true, call: newCall() });

test('gives the answer to the request, in chunks', async () => {
  const bytes = Uint8Array.from({ length: 150_000 }, (_, at) => at % 251);
  const asked: string[] = [];
  const opened = answeringUpstream({ maxAnswerBytes: 150_000 }, ({ path }) => {
    asked.push(path);
    return { status: 404, contentType: 'text/xml', bytes };
  });
  const { status, contentType, body, discard } = await opened.send(request());
  const chunks = await Array.fromAsync(body);
  discard();
  expect({ status, contentType, asked, isOpen: opened.isOpen() }).toEqual({
    status: 404,
    contentType: 'text/xml',
    asked: ['/a'],
    isOpen: false,
  });
  expect(chunks.map(({ length }) => length)).toEqual([65_536, 65_536, 18_928]);
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  await opened.close();
});

test('more bytes than a system may send are unusable', async () => {
  const opened = answeringUpstream({ maxAnswerBytes: 9 }, () => ({
    status: 200,
    contentType: undefined,
    bytes: new Uint8Array(10),
  }));
  const { body } = await opened.send(request());
  await expect(Array.fromAsync(body)).rejects.toMatchObject({ reason: 'ehr-answer-too-large' });
});
