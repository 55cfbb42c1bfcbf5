// Bytes that are sent to many clients: kept in memory once, never copied per request (D31f).
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip, varyByEncoding } from '../answers/compression.ts';

export type SharedBytes = { readonly length: number; readonly chunks: readonly Buffer[] };

/** TLS encrypts each chunk as soon as it is written: a client that does not read holds about this much memory. */
const chunkLength = 64 * 1024;

/** Splits bytes into chunks that share their memory. */
export const sharedBytes = (bytes: Uint8Array): SharedBytes => {
  const { buffer, byteOffset, length } = bytes;
  const count = Math.ceil(length / chunkLength);
  const chunks = Array.from({ length: count }, (_, at) =>
    Buffer.from(
      buffer as ArrayBuffer,
      byteOffset + at * chunkLength,
      Math.min(chunkLength, length - at * chunkLength),
    ),
  );
  return { length, chunks };
};

/** Sends the bytes as fast as the client takes them. */
export const sendShared = (reply: FastifyReply, { length, chunks }: SharedBytes): FastifyReply =>
  reply.header('content-length', length).send(Readable.from(chunks, { objectMode: false }));

/** A document as it is and in gzip, compressed once for all requests. */
export const sharedDocument = (text: string) => {
  const bytes = Buffer.from(text);
  return { plain: sharedBytes(bytes), gzip: sharedBytes(gzipSync(bytes)) };
};

/** Sends a document in the coding that the client prefers. */
export const sendDocument = (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { plain, gzip }: ReturnType<typeof sharedDocument>,
): FastifyReply => {
  varyByEncoding(reply);
  if (!acceptsGzip(headers['accept-encoding'])) return sendShared(reply, plain);
  return sendShared(reply.header('content-encoding', 'gzip'), gzip);
};
