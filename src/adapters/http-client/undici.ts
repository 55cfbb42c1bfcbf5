// undici, without the rest that its index loads: fetch, WebSocket, caches and mocks, which are 90 modules and 5 % of the startup
// time. undici does not export these parts. If a version moves them, the service does not start and every test fails.
import { createRequire } from 'node:module';
import type { Dispatcher, Agent as UndiciAgent, errors as undiciErrors } from 'undici';

const require = createRequire(import.meta.url);

export type Agent = UndiciAgent;
/** Connections to any number of servers. Only its methods for dispatching, closing and events exist. */
export const Agent: typeof UndiciAgent = require('undici/lib/dispatcher/agent.js');

/** The classes of undici's errors. */
export const errors: typeof undiciErrors = require('undici/lib/core/errors.js');

const requestBy: Dispatcher['request'] = require('undici/lib/api/api-request.js');

/** Sends a GET request. Rejects with errors of undici, or with the signal's reason. */
export const get = (
  agent: Agent,
  url: string,
  options: Pick<Dispatcher.RequestOptions, 'headers' | 'signal'>,
): Promise<Dispatcher.ResponseData<unknown>> => {
  const { origin, pathname, search } = new URL(url);
  return requestBy.call(agent, { ...options, origin, path: `${pathname}${search}`, method: 'GET' });
};
