// An upstream without a network: it answers with what somebody has in a file, to try a translation.
import type { System } from '../adapter.ts';
import { limitBytes } from './http-answers.ts';
import type { Upstream, UpstreamRequest } from './upstream.ts';

export type FileAnswer = {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
};

/** Bytes that are read at a time, about as they arrive from a network. */
const chunkBytes = 64 * 1024;

const inChunks = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
};

/**
 * An upstream whose answers are made here. The limit of the system holds, as it does for a real answer.
 * @param answer what a request is answered with.
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
