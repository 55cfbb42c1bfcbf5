// Access tokens for a system (SMART Backend Services; RFC 7523, section 2.2): exchanges a signed assertion for a token, and
// shares the token until shortly before it expires.
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { type Failure, isFailure } from '../../../domain/model/failure.ts';
import { untilAborted } from '../../../domain/model/until-aborted.ts';
import type { Call } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { BackendAuth, System } from '../adapter.ts';
import { timeLimit } from './resilience/time-limit.ts';
import { maxTokenAnswerBytes, readTokenAnswer, type Token, tokenUnavailable } from './token-answer.ts';
import { otherServer, upstream } from './upstream.ts';

/** Seconds for which an assertion is valid. */
const assertionLifetime = 240;
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export type BackendTokens = {
  /**
   * A valid token. Concurrent calls share one request to the token server; each keeps its own deadline.
   * Throws `Failure`: `ehr-unavailable`, `ehr-too-slow`, `ehr-unusable`, and the reason of the call's signal.
   */
  token(call: Call): Promise<string>;
  /** Discards a token that the system has refused. */
  invalidate(token: string): void;
  close(): Promise<void>;
};

/** A signal that is never aborted: the request serves all waiting calls, not only the call that started it. */
const neverAborted = new AbortController().signal;

/** Whether the token server was not reached or did not answer. Its answers have failures of their own. */
const isNetworkFailure = (error: unknown): error is Failure =>
  isFailure(error, 'ehr-unreachable', 'ehr-unavailable', 'ehr-too-slow') &&
  error.reason !== 'ehr-token-unavailable';

/** Creates the tokens of a system. The first one is requested when it is first needed. */
export const backendTokens = (system: System, first: BackendAuth, clock: Clock): BackendTokens => {
  let auth = first;
  const { origin, pathname } = new URL(auth.tokenUrl);
  const server = upstream(otherServer(system, { baseUrl: origin, maxAnswerBytes: maxTokenAnswerBytes }));
  let cached: Token | undefined;
  // A token that the old key has brought is good until it expires.
  system.onRenewed?.(renewed => {
    auth = renewed.auth ?? auth;
  });
  let pending: Promise<Token> | undefined;

  const assertion = () => {
    const now = Math.floor(clock() / 1000);
    return new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({
        alg: auth.alg,
        kid: auth.kid,
        typ: 'JWT',
        ...(auth.thumbprint === undefined ? {} : { 'x5t#S256': auth.thumbprint }),
      })
      .setIssuer(auth.clientId)
      .setSubject(auth.clientId)
      .setAudience(auth.tokenUrl)
      .setIssuedAt(now)
      .setExpirationTime(now + assertionLifetime)
      .sign(auth.key);
  };

  const request = async ({ requestId, consumer }: Call): Promise<Token> => {
    const deadline = performance.now() + system.timeoutMs;
    const call = { requestId, consumer, signal: neverAborted, deadline };
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: auth.scope,
      client_assertion_type: assertionType,
      client_assertion: await assertion(),
    });
    const answer = await server.send({
      method: 'POST',
      path: pathname,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      // An assertion can be used only once.
      retryable: false,
      call,
    });
    try {
      return await readTokenAnswer(answer, clock);
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
    token: async call => {
      call.signal.throwIfAborted();
      if (cached !== undefined && clock() < cached.renewAt) return cached.text;
      const { signal, done } = timeLimit(call);
      // The request goes on for the other calls that wait for it.
      const { text } = await untilAborted(requestOnce(call), signal).finally(done);
      return text;
    },
    invalidate: token => {
      if (cached?.text === token) cached = undefined;
    },
    close: () => server.close(),
  };
};
