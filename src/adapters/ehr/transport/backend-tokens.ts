// Access tokens for a system by SMART Backend Services: a signed assertion for a token, shared until shortly before its
// end (RFC 7523, section 2.2).
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { Failure, isFailure } from '../../../domain/model/failure.ts';
import type { Call } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { BackendAuth, System } from '../adapter.ts';
import { upTo } from './http-answers.ts';
import { upstream } from './upstream.ts';

/** Seconds that an assertion holds, that a token is taken to hold where nothing is said, and before its end that it is renewed. */
const seconds = { assertion: 240, untold: 60, ahead: 30 };
const largestAnswer = 64 * 1024;
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export type BackendTokens = {
  /**
   * A token that holds. One request for all who wait; each keeps the deadline of its own call.
   * Throws `Failure`: `ehr-unavailable`, `ehr-too-slow`, `ehr-unusable`, and the reason of the call's signal.
   */
  token(call: Call): Promise<string>;
  /** Lets go of a token that the system has refused. */
  drop(token: string): void;
  close(): Promise<void>;
};

type Token = { readonly text: string; readonly ends: number };

/** A signal that nothing aborts: a token is not asked for by the first who waits alone. */
const unstoppable = new AbortController().signal;

const refused = () =>
  new Failure('ehr-unusable', { reason: 'ehr-token-refused', detail: 'the token was refused' });

const unavailable = (detail: string, cause?: unknown) =>
  new Failure('ehr-unavailable', { reason: 'ehr-token-unavailable', detail: `no token: ${detail}`, cause });

/** What the token's server answered; nothing of it is ever logged. */
const tokenIn = (text: string, now: number): Token => {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw refused();
  }
  const {
    access_token: token,
    token_type: type,
    expires_in: life,
  } = (answer ?? {}) as Record<string, unknown>;
  if (typeof token !== 'string' || !/^[!-~]+$/.test(token)) throw refused();
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') throw refused();
  const holds = typeof life === 'number' && Number.isFinite(life) ? life : seconds.untold;
  return { text: token, ends: now + (holds - seconds.ahead) * 1000 };
};

/** The outcome of what is asked for, or that the call itself is over; what was asked goes on for the others who wait. */
const within = async <T>(call: Call, ask: () => Promise<T>): Promise<T> => {
  call.signal.throwIfAborted();
  const { promise: over, reject } = Promise.withResolvers<never>();
  const leave = () => reject(call.signal.reason);
  const late = () => reject(new Failure('ehr-too-slow', { reason: 'ehr-timeout', detail: 'time is over' }));
  const timer = setTimeout(late, Math.max(call.deadline - performance.now(), 0));
  call.signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([ask(), over]);
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', leave);
  }
};

/** Asks with the profile's CA alone: neither its headers nor its client certificate are the token server's business. */
const tokenServer = (system: System, { tokenUrl }: BackendAuth) => {
  const { origin } = new URL(tokenUrl);
  const tls = system.tls.ca === undefined ? {} : { ca: system.tls.ca };
  const { auth: _, ...rest } = system;
  return upstream({ ...rest, baseUrl: origin, headers: {}, tls, maxAnswerBytes: largestAnswer });
};

export const backendTokens = (system: System, auth: BackendAuth, clock: Clock): BackendTokens => {
  const server = tokenServer(system, auth);
  const { pathname } = new URL(auth.tokenUrl);
  let held: Token | undefined;
  let asked: Promise<Token> | undefined;

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
      .setExpirationTime(now + seconds.assertion)
      .sign(auth.key);
  };

  const request = async ({ requestId, consumer }: Call): Promise<Token> => {
    const deadline = performance.now() + system.timeoutMs;
    const call = { requestId, consumer, signal: unstoppable, deadline };
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
      // An assertion counts once.
      repeatable: false,
      call,
    });
    try {
      if (answer.status === 429 || answer.status >= 500) {
        throw unavailable(`status ${answer.status}`);
      }
      if (answer.status !== 200) throw refused();
      const chunks: Uint8Array[] = [];
      for await (const chunk of upTo(answer.body, largestAnswer)) chunks.push(chunk);
      return tokenIn(Buffer.concat(chunks).toString('utf8'), clock());
    } finally {
      answer.discard();
    }
  };

  const asking = (call: Call): Promise<Token> => {
    asked ??= request(call)
      .then(token => {
        held = token;
        return token;
      })
      .catch(error => {
        const isNetwork = isFailure(error, 'ehr-unreachable', 'ehr-unavailable', 'ehr-too-slow');
        throw isNetwork ? unavailable(error.message, error) : error;
      })
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };

  return {
    token: async call => {
      if (held !== undefined && clock() < held.ends) return held.text;
      const { text } = await within(call, () => asking(call));
      return text;
    },
    drop: token => {
      if (held?.text === token) held = undefined;
    },
    close: () => server.close(),
  };
};
