// The world around a process: an issuer, an EHR that remembers which writes it was told, and usual requests.

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
  /** What a service needs to know of both. */
  readonly here: { readonly issuer: Issuer; readonly ehr: string };
  /** A usual call of an operation. */
  usual(number: number): ReturnType<typeof call>;
  /** The request ids of the writes that the EHR has been told. */
  told(): string[];
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
    told: () =>
      ehr.received
        .filter(({ method }) => method !== 'GET')
        .map(({ headers }) => String(headers['x-request-id'])),
    close: async () => {
      await Promise.all([issuer.close(), ehr.close()]);
    },
  };
};

export const notAvailable = 'The service is not available. Try again later.';

/** The body of a fault, as the contract has it for an operation. */
export const faultBody = (row: Row, status: number, text: string): object =>
  row.shape === 1
    ? { statusCode: status, message: text }
    : { error: text, path: row.path, status, timestamp: expect.any(Number) };
