// Signing in: OAuth 2.0 authorization code with PKCE, endpoints from the issuer's discovery document.

const pending = 'sign-in';
const base64url = bytes =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
const redirectUri = () => `${location.origin}/`;

const discover = async issuer => {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`);
  if (!response.ok) throw new Error('The sign-in service cannot be reached. Try again later.');
  return response.json();
};

/** Redirects to the issuer's sign-in page. */
export const signIn = async ({ issuer, clientId, scope }) => {
  const { authorization_endpoint: endpoint } = await discover(issuer);
  const [verifier, state] = [random(), random()];
  sessionStorage.setItem(pending, JSON.stringify({ verifier, state }));
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  location.assign(
    `${endpoint}?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri(),
      scope,
      state,
      code_challenge: base64url(new Uint8Array(challenge)),
      code_challenge_method: 'S256',
    })}`,
  );
};

/** The access token after the redirect from the issuer; undefined if nobody has signed in. */
export const signedIn = async ({ issuer, clientId }) => {
  const answer = new URLSearchParams(location.search);
  const { verifier, state } = JSON.parse(sessionStorage.getItem(pending) ?? '{}');
  sessionStorage.removeItem(pending);
  history.replaceState(undefined, '', redirectUri());
  if (!answer.has('code')) return undefined;
  if (answer.get('state') !== state)
    throw new Error('This answer belongs to another sign-in. Sign in again.');
  const { token_endpoint: endpoint } = await discover(issuer);
  const response = await fetch(endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri(),
      code: answer.get('code') ?? '',
      code_verifier: verifier,
    }),
  });
  const { access_token: token } = await response.json();
  if (token === undefined) throw new Error(`Signing in failed (${response.status}). Sign in again.`);
  return token;
};

/**
 * The signed-in patient, and the patients for whom they may act. A real app knows this from its own user directory, because
 * access tokens are meant for the service only. The sandbox has no directory, so this example decodes its token.
 */
export const patientsIn = token => {
  const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
  const { patient, acts_for: actsFor = [] } = JSON.parse(atob(payload));
  return { own: patient, others: [actsFor].flat() };
};
