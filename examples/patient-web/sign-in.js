// Signing in and out: OAuth 2.0 authorization code with PKCE, endpoints from the issuer's discovery document.
import { UserError } from './errors.js';

const pending = 'sign-in';
const base64url = bytes =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
const redirectUri = () => `${location.origin}/`;

/** Calls the issuer. */
const callIssuer = (url, options) =>
  fetch(url, options).catch(cause => {
    throw new UserError('issuer-unreachable', { cause });
  });

const discover = async issuer => {
  const response = await callIssuer(`${issuer}/.well-known/openid-configuration`);
  if (!response.ok) throw new UserError('issuer-unavailable');
  return response.json();
};

/** Redirects to the issuer's sign-in page. Afterwards the app opens the view that its address names now. */
export const signIn = async ({ issuer, clientId, scope }) => {
  const { authorization_endpoint: endpoint } = await discover(issuer);
  const [verifier, state] = [random(), random()];
  sessionStorage.setItem(pending, JSON.stringify({ verifier, state, view: location.hash }));
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
      // Asks who signs in. Without it, the issuer may sign in the last user of this browser.
      prompt: 'login',
      // The issuer asks in the language of the app.
      ui_locales: document.documentElement.lang,
    })}`,
  );
};

/** Ends the session at the issuer, which then returns to the app. */
export const signOut = async ({ issuer, clientId }) => {
  const { end_session_endpoint: endpoint } = await discover(issuer);
  location.assign(
    `${endpoint}?${new URLSearchParams({
      client_id: clientId,
      post_logout_redirect_uri: redirectUri(),
      ui_locales: document.documentElement.lang,
    })}`,
  );
};

/**
 * @returns the access token after the redirect from the issuer, and until when it is valid, in milliseconds since 1970; undefined if
 *   nobody has signed in.
 * @throws a UserError if the issuer refused.
 */
export const signedIn = async ({ issuer, clientId }) => {
  const answer = new URLSearchParams(location.search);
  if (!answer.has('code') && !answer.has('error')) return undefined;
  const { verifier, state, view = '' } = JSON.parse(sessionStorage.getItem(pending) ?? '{}');
  sessionStorage.removeItem(pending);
  history.replaceState(undefined, '', `${redirectUri()}${view}`);
  if (state === undefined || answer.get('state') !== state) throw new UserError('other-sign-in');
  if (answer.has('error')) {
    throw new UserError(answer.get('error') === 'access_denied' ? 'sign-in-denied' : 'sign-in-fault');
  }
  const { token_endpoint: endpoint } = await discover(issuer);
  const response = await callIssuer(endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri(),
      code: answer.get('code') ?? '',
      code_verifier: verifier,
    }),
  });
  if (!response.ok) throw new UserError('sign-in-failed');
  const { access_token: token, expires_in: seconds } = await response.json();
  return { token, expiresAt: seconds === undefined ? Infinity : Date.now() + seconds * 1000 };
};

/**
 * The patients for whom the signed-in one may act. A real app knows this from its own user directory, because
 * access tokens are meant for the service only. The sandbox has no directory, so this example decodes its token.
 */
export const othersIn = token => {
  const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
  const { acts_for: actsFor = [] } = JSON.parse(atob(payload));
  return [actsFor].flat();
};
