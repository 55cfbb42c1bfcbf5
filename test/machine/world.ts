// The environment of a process under test: an issuer, an EHR that records the writes it receives, and typical requests.

import { expect } from 'vitest';
import type { Row } from '../http/contract.ts';
import { call, everyScope, rowOf, smallEhr } from '../http/contract.ts';
import { type EhrServer, ehrServer } from '../support/servers/ehr-server.ts';
import { type Issuer, startIssuer } from '../support/servers/issuer.ts';

export const patient = '191212121212';
export const stranger = '189001019802';

export type World = {
  readonly issuer: Issuer;
  readonly ehr: EhrServer;
  readonly token: string;
  /** The options by which a service finds both. */
  readonly here: { readonly issuer: Issuer; readonly ehr: string };
  /** A typical call of an operation. */
  usual(number: number): ReturnType<typeof call>;
  /** How many requests the EHR has received. */
  received(): number;
  /** The request ids of the writes that the EHR has received. */
  writesReceived(): string[];
  close(): Promise<void>;
};

export const usualAnswer = smallEhr();

export const startWorld = async (): Promise<World> => {
  const issuer = await startIssuer();
  const ehr = await ehrServer(usualAnswer);
  const token = await issuer.sign({ patient, scope: everyScope });
  return {
    issuer,
    ehr,
    token,
    here: { issuer, ehr: ehr.url },
    usual: number => call(rowOf(number), { token }),
    received: () => ehr.received.length,
    writesReceived: () =>
      ehr.received
        .filter(({ method }) => method !== 'GET')
        .map(({ headers }) => String(headers['x-request-id'])),
    close: async () => {
      await Promise.all([issuer.close(), ehr.close()]);
    },
  };
};

export const notAvailable = 'The service is not available. Try again later.';

/** The error body that the contract defines for an operation. */
export const faultBody = (row: Row, status: number, text: string): object =>
  row.shape === 1
    ? { statusCode: status, message: text }
    : { error: text, path: row.path, status, timestamp: expect.any(Number) };
