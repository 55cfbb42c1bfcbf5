// Gets access tokens as clients do: client credentials, and authorization code with PKCE.
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'undici';

type Endpoints = { readonly issuer: string };

type TokenAnswer = { readonly access_token?: string; readonly error?: string };

const postForm = async (
  url: string,
  form: Record<string, string>,
  authorization?: string,
): Promise<string> => {
  const { statusCode, body } = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: new URLSearchParams(form).toString(),
  });
  const answer = (await body.json()) as TokenAnswer;
  if (answer.access_token === undefined) throw new Error(`no token: ${statusCode} ${answer.error}`);
  return answer.access_token;
};

/** A token for a client without a user. */
export const clientToken = (
  { issuer }: Endpoints,
  { clientId, secret, scope }: { clientId: string; secret: string; scope: string },
): Promise<string> => {
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString(
    'base64',
  );
  return postForm(`${issuer}/token`, { grant_type: 'client_credentials', scope }, `Basic ${basic}`);
};

/** A minimal browser: keeps cookies, and follows redirects within one origin. */
export const browser = (origin: string) => {
  const cookies = new Map<string, string>();
  return async (url: string, form?: Record<string, string>): Promise<{ location: string | undefined }> => {
    const { headers, body } = await request(new URL(url, origin), {
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: form === undefined ? null : new URLSearchParams(form).toString(),
    });
    for (const cookie of [headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', ...value] = pair.split('=');
      cookies.set(name, value.join('='));
    }
    await body.dump();
    return { location: [headers.location ?? []].flat()[0] };
  };
};

/** A token for a user who signs in on the sandbox's page: authorization code with PKCE (S256). */
export const userToken = async (
  { issuer }: Endpoints,
  {
    clientId,
    redirectUri,
    scope,
    account,
  }: { clientId: string; redirectUri: string; scope: string; account: string },
): Promise<string> => {
  const verifier = randomBytes(32).toString('base64url');
  const visit = browser(issuer);
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: `openid ${scope}`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  let { location } = await visit(`${issuer}/auth?${query}`);
  while (location !== undefined && !location.startsWith(redirectUri)) {
    const isPage = location.startsWith('/sign-in/') || location.startsWith(`${issuer}/sign-in/`);
    ({ location } = await visit(location, isPage ? { account } : undefined));
  }
  const code = new URL(location ?? redirectUri).searchParams.get('code');
  if (code === null) throw new Error('the sign-in returned no code');
  return postForm(`${issuer}/token`, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
};
