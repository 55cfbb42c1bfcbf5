// The clients that are registered at the sandbox's authorization server.
import type { ClientMetadata } from 'oidc-provider';

/** A partner without a user: client credentials. */
export const partner = { clientId: 'partner', secret: 'partner-secret' } as const;

/** A patient's app: authorization code with PKCE, without a secret. */
export const app = { clientId: 'patient-app' } as const;

/**
 * @param apiPage address of the API page, which signs in as the patient's app.
 * @param cors origins of the developer's own browser apps, which sign in as that app too, redirecting to `/`, `/callback` or `/signed-in`.
 */
export const clientsOf = ({
  apiPage,
  cors,
}: {
  apiPage: string;
  cors: readonly string[];
}): readonly ClientMetadata[] => [
  {
    client_id: partner.clientId,
    client_secret: partner.secret,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  },
  {
    client_id: app.clientId,
    // A native app may redirect to any loopback port (RFC 8252, section 7.3).
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    redirect_uris: [
      apiPage,
      'http://127.0.0.1/signed-in',
      ...cors.flatMap(origin => [`${origin}/`, `${origin}/callback`, `${origin}/signed-in`]),
    ],
    // Where `end_session` returns to.
    post_logout_redirect_uris: [apiPage, ...cors.map(origin => `${origin}/`)],
    response_types: ['code'],
  },
];
