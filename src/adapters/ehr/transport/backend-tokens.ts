// Access tokens for a system: exchanges what proves who this service is for a token, and shares it until shortly before it expires.
import { type Failure, isFailure } from '../../../domain/model/failure.ts';
import { untilAborted } from '../../../domain/model/until-aborted.ts';
import type { Call } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { BackendAuth, System } from '../adapter.ts';
import { timeLimit } from './resilience/time-limit.ts';
import { readTokenAnswer, type Token, tokenUnavailable } from './token-answer.ts';
import { tokenRequest } from './token-request.ts';
import { otherServer, upstream } from './upstream.ts';

/** The most bytes of an answer. */
const maxTokenAnswerBytes = 64 * 1024;

/** A signal that is never aborted: the request serves all waiting calls, not only the call that started it. */
const neverAborted = new AbortController().signal;

/** Whether the token server was not reached or did not answer. Its answers have failures of their own. */
const isNetworkFailure = (error: unknown): error is Failure =>
  isFailure(error, 'ehr-unreachable', 'ehr-unavailable', 'ehr-too-slow') &&
  error.reason !== 'ehr-token-unavailable';

/** Creates the tokens of a system. The first one is requested when it is first needed. */
export const backendTokens = (system: System, first: BackendAuth, clock: Clock) => {
  let auth = first;
  const { origin, pathname } = new URL(auth.tokenUrl);
  const server = upstream(otherServer(system, { baseUrl: origin, maxAnswerBytes: maxTokenAnswerBytes }));
  let cached: Token | undefined;
  // A token that the old key has brought is good until it expires.
  system.onRenewed?.(renewed => {
    auth = renewed.auth ?? auth;
  });
  let pending: Promise<Token> | undefined;

  const request = async ({ requestId, consumer }: Call): Promise<Token> => {
    const deadline = performance.now() + system.timeoutMs;
    const call = { requestId, consumer, signal: neverAborted, deadline };
    const asked = auth;
    const { headers, body } = await tokenRequest(asked, clock);
    const answer = await server.send({
      method: 'POST',
      path: pathname,
      headers: { accept: 'application/json', ...headers },
      body,
      // An assertion can be used only once.
      retryable: false,
      call,
    });
    try {
      return await readTokenAnswer(answer, clock, 'login' in asked ? asked : undefined);
    } finally {
      answer.discard();
    }
  };

  const requestOnce = (call: Call): Promise<Token> => {
    pending ??= request(call)
      .then(token => {
        cached = token;
        return token;
      })
      .catch(error => {
        throw isNetworkFailure(error) ? tokenUnavailable(error.message, error) : error;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };

  return {
    /**
     * A valid token. Concurrent calls share one request to the token server; each keeps its own deadline.
     * Throws `Failure`: `ehr-unavailable`, `ehr-too-slow`, `ehr-unusable`, and the reason of the call's signal.
     */
    token: async (call: Call): Promise<string> => {
      call.signal.throwIfAborted();
      if (cached !== undefined && clock() < cached.renewAt) return cached.text;
      const { signal, done } = timeLimit(call);
      // The request goes on for the other calls that wait for it.
      const { text } = await untilAborted(requestOnce(call), signal).finally(done);
      return text;
    },
    /** Discards a token that the system has refused. */
    invalidate: (token: string): void => {
      if (cached?.text === token) cached = undefined;
    },
    close: server.close,
  };
};
