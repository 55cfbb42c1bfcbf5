// An upstream without a network: it answers from a file, to try a translation.
import type { System } from '../adapter.ts';
import { limitBytes } from './http-answers.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './upstream.ts';

export type FileAnswer = Pick<UpstreamAnswer, 'status' | 'contentType'> & { readonly bytes: Uint8Array };

/** Bytes per chunk, similar to those from a network. */
const chunkBytes = 64 * 1024;

const inChunks = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
};

/**
 * An upstream with local answers. They are limited in size like real ones.
 * @param answer returns the answer to a request.
 */
export const answeringUpstream = (
  { maxAnswerBytes }: Pick<System, 'maxAnswerBytes'>,
  answer: (request: UpstreamRequest) => FileAnswer,
): Upstream => ({
  send: async request => {
    const { status, contentType, bytes } = answer(request);
    return { status, contentType, body: limitBytes(inChunks(bytes), maxAnswerBytes), discard: () => {} };
  },
  isOpen: () => false,
  close: async () => {},
});
