// The authorization server of the FHIR simulator: SMART Backend Services. Each assertion is verified and accepted once.
import { randomUUID } from 'node:crypto';
import { type CryptoKey, jwtVerify, type KeyObject } from 'jose';

export type BackendClient = {
  readonly clientId: string;
  readonly publicKey: CryptoKey | KeyObject;
  readonly scope: string;
};

/** The interaction of a request, as a letter of SMART's scopes. */
export type Action = 'c' | 'r' | 'u' | 's';

/** Whether a scope such as `system/Patient.rs` or `system/*.cruds` allows an action on a type. */
const scopeAllows = (scope: string, type: string, action: Action): boolean =>
  scope.split(' ').some(one => {
    const [, of, letters] = /^system\/(\*|\w+)\.([cruds]+)$/.exec(one) ?? [];
    return (of === '*' || of === type) && letters?.includes(action) === true;
  });

type Answer = { readonly status: number; readonly body: object };

const refused = (error: string): Answer => ({
  status: error === 'invalid_client' ? 401 : 400,
  body: { error },
});

/** Lifetime of an access token in seconds. */
const lifetime = 300;

export const tokenServer = ({ clientId, publicKey, scope }: BackendClient, tokenUrl: () => string) => {
  const used = new Set<string>();
  const tokens = new Map<string, number>();

  /** Accepts an assertion that is signed by the client and meant for this server, once. Returns whether it is accepted. */
  const acceptOnce = async (assertion: string): Promise<boolean> => {
    try {
      const { payload, protectedHeader } = await jwtVerify(assertion, publicKey, {
        audience: tokenUrl(),
        issuer: clientId,
        subject: clientId,
        typ: 'JWT',
        requiredClaims: ['exp', 'jti', 'iat'],
      });
      const { jti = '', exp = 0 } = payload;
      const isShort = exp * 1000 < Date.now() + 5 * 60_000;
      if (protectedHeader.kid === undefined || used.has(jti) || !isShort) return false;
      used.add(jti);
      return true;
    } catch {
      return false;
    }
  };

  return {
    /** Answers a token request. */
    issue: async (form: URLSearchParams): Promise<Answer> => {
      if (form.get('grant_type') !== 'client_credentials') return refused('unsupported_grant_type');
      if (form.get('scope') !== scope) return refused('invalid_scope');
      const type = form.get('client_assertion_type');
      const assertion = form.get('client_assertion') ?? '';
      if (
        type !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' ||
        !(await acceptOnce(assertion))
      ) {
        return refused('invalid_client');
      }
      const token = randomUUID();
      tokens.set(token, Date.now() + lifetime * 1000);
      return {
        status: 200,
        body: { access_token: token, token_type: 'bearer', expires_in: lifetime, scope },
      };
    },
    /** Whether the scope of the tokens allows an action on a type. */
    allows: (type: string, action: Action): boolean => scopeAllows(scope, type, action),
    /** Whether the `Authorization` of a request has a valid token. */
    hasValidToken: (authorization: string | undefined): boolean => {
      const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '';
      return (tokens.get(token) ?? 0) > Date.now();
    },
    /** Revokes all issued tokens. */
    revokeAll: () => tokens.clear(),
  };
};
