// Reads the access token from the Authorization header, with or without the word Bearer (D4).
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import { headerOnce } from '../server/headers.ts';
import { refuse } from './token-refusal.ts';

const bearer = /^Bearer +(\S+) *$/i;
const bare = /^\S+$/;

/** Throws `Failure`: `token-missing` without a header, `token-invalid` if the header does not hold exactly one token. */
export const bearerToken = (request: FastifyRequest): string => {
  const header = headerOnce(request, 'authorization');
  if (header === undefined || header === '') throw new Failure('token-missing');
  if (header === 'repeated') throw refuse('token-malformed', 'the Authorization header was sent twice');
  const token = bearer.exec(header)?.[1] ?? (bare.test(header) ? header : undefined);
  if (token === undefined) throw refuse('token-malformed', 'the Authorization header is not Bearer TOKEN');
  return token;
};
