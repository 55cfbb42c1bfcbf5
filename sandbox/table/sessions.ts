// Nordvik's login: a user and a password, for which a client gets a token.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Answer, errorAnswer, success } from './answers.ts';
import { readBody } from './wire.ts';

/** What a login must send. */
export type Login = { readonly user: string; readonly password: string };

/** Seconds for which a token is valid. */
const tokenSeconds = 900;

/** The logins of clients: each gets a token, which its requests must have. */
export const sessions = (login: Login | undefined) => {
  const tokens = new Map<string, number>();
  return {
    begin: async (request: IncomingMessage): Promise<Answer> => {
      const { user, password } = await readBody(request, 'json');
      if (user !== login?.user || password !== login?.password) return errorAnswer(401, 'WRONG_LOGIN');
      const token = randomUUID();
      tokens.set(`Bearer ${token}`, Date.now() + tokenSeconds * 1000);
      return success({ session: { token, seconds: tokenSeconds } });
    },
    admits: ({ headers }: IncomingMessage): boolean =>
      login === undefined || (tokens.get(headers.authorization ?? '') ?? 0) > Date.now(),
  };
};
