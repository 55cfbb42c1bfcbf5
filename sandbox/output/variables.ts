// The shell variables that the curl lines of the sandbox and of the guide use: addresses, the key, a client and a token for each account.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { partner } from '../authorization-server/clients.ts';

export type VariablesOf = {
  readonly folder: string;
  readonly service: string;
  readonly issuer: string;
  readonly key: string;
  readonly tokens: ReadonlyMap<string, string>;
};

/** Whose token the commands of the guide and the HTTP file use. */
export const guideAccount = 'tolvan';

/** The variable that holds the `Authorization` header of an account. */
export const variableOf = (account: string): string => account.toUpperCase();

/** Writes the file to source in a shell, readable for its owner only. Returns its path. */
export const writeVariables = ({ folder, service, issuer, key, tokens }: VariablesOf): string => {
  const path = join(folder, 'env');
  const lines = [
    '# For the curl lines of the sandbox and of the guide, and for the examples. Tokens are good for an hour.',
    `export SERVICE='${service}'`,
    `export ISSUER='${issuer}'`,
    `export KEY='${key}'`,
    `export TOKEN='${tokens.get(guideAccount) ?? ''}'`,
    "export JSON='Content-Type: application/json'",
    '# For the curl line of the guide alone: each example has a client of its own.',
    `TOKEN_URL='${issuer}/token'`,
    `CLIENT_ID='${partner.clientId}'`,
    `CLIENT_SECRET='${partner.secret}'`,
    ...[...tokens].map(
      ([account, token]) => `export ${variableOf(account)}='Authorization: Bearer ${token}'`,
    ),
  ];
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  return path;
};
