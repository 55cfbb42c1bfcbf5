// Bytes that many clients get: kept once, never copied for a request (D31f).
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export type SharedBytes = { readonly length: number; readonly pieces: readonly Buffer[] };

/** TLS encrypts what is written to it at once: a client that does not read holds no more than about this much. */
const pieceLength = 64 * 1024;

/** The same bytes in pieces that share their memory. */
export const sharedBytes = (bytes: Uint8Array): SharedBytes => {
  const { buffer, byteOffset, length } = bytes;
  const count = Math.ceil(length / pieceLength);
  const pieces = Array.from({ length: count }, (_, at) =>
    Buffer.from(
      buffer as ArrayBuffer,
      byteOffset + at * pieceLength,
      Math.min(pieceLength, length - at * pieceLength),
    ),
  );
  return { length, pieces };
};

/** Sends the bytes as fast as the client takes them. */
export const sendShared = (reply: FastifyReply, { length, pieces }: SharedBytes): FastifyReply =>
  reply.header('content-length', length).send(Readable.from(pieces, { objectMode: false }));
