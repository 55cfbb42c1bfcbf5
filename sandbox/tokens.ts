// The tokens that the sandbox hands out: one for each account and one for the partner, new ones before they expire.
import { setTimeout } from 'node:timers/promises';
import { app, partner } from './authorization-server/clients.ts';
import { clientToken, userToken } from './authorization-server/sign-in.ts';

/** Account (or `partner`) → an access token, valid for an hour. */
export type Tokens = ReadonlyMap<string, string>;

/** Milliseconds after which there are new tokens. */
const renewalMs = 30 * 60 * 1000;

/** Gets a token for each account and for the partner, as their apps do. */
export const getTokens = async (options: {
  readonly issuer: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly accounts: readonly { readonly id: string }[];
}): Promise<Tokens> => {
  const { issuer, redirectUri, scope, accounts } = options;
  const tokens = new Map<string, string>();
  for (const { id } of accounts) {
    tokens.set(id, await userToken({ issuer }, { ...app, redirectUri, scope, account: id }));
  }
  return tokens.set('partner', await clientToken({ issuer }, { ...partner, scope }));
};

/** Renews the tokens until it is stopped. A failure is reported, and the next attempt is made in its turn. */
export const renewTokens = (options: {
  readonly getTokens: () => Promise<Tokens>;
  readonly onTokens: (tokens: Tokens) => void;
  readonly everyMs?: number;
}): (() => void) => {
  const { getTokens: get, onTokens, everyMs = renewalMs } = options;
  const stopping = new AbortController();
  const renew = async (): Promise<void> => {
    for (;;) {
      await setTimeout(everyMs, undefined, { signal: stopping.signal });
      await get().then(onTokens, (error: unknown) => process.stderr.write(`No new tokens: ${error}\n`));
    }
  };
  renew().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  return () => stopping.abort();
};
