// A request of each operation, for suites that are about what comes of it.
import { call, rows } from '../../http/contract.ts';
import type { ServiceRequest } from '../../support/service/service.ts';

export type Request = ServiceRequest & { readonly number: number };

/** A request of each operation, in the order of their numbers. */
export const requests: readonly Request[] = rows.map(row => ({ ...call(row), number: row.number }));

export const subject = '191212121212';
