// The sandbox's authorization server: real OAuth 2.0, with a sign-in page that lists the synthetic patients.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import { type ClientMetadata, type Configuration, errors, interactionPolicy, Provider } from 'oidc-provider';
import { listen, orSayWhy } from '../listen.ts';
import { memoryStore } from './memory-store.ts';
import { type Language, languageOf, pickPage, signOutPage } from './sign-in-page.ts';

/** An account that can sign in. */
export type Account = {
  readonly id: string;
  readonly name: string;
  /** How the sign-in page describes the account. */
  readonly about: Readonly<Record<Language, string>>;
  readonly patient: string;
  readonly actsFor: readonly string[];
};

export type AuthorizationServer = {
  readonly issuer: string;
  readonly audience: string;
  close(): Promise<void>;
};

export type AuthorizationServerOptions = {
  readonly port: number;
  readonly accounts: readonly Account[];
  readonly scopes: readonly string[];
  readonly clients: readonly ClientMetadata[];
};

export const audience = 'urn:example:patient-data';
/** Lifetime of an access token, in seconds. */
const tokenLifetime = 3600;

const signingKeys = async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { keys: [{ ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' }] };
};

/** A production issuer asks the user for consent. Here, choosing an account is consent enough. */
const withoutConsent = () => {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.remove('native_client_prompt');
  return policy;
};

const configurationOf = async ({
  accounts,
  scopes,
  clients,
}: AuthorizationServerOptions): Promise<Configuration> => ({
  adapter: memoryStore(),
  clients: [...clients],
  jwks: await signingKeys(),
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  cookies: { keys: [randomUUID()] },
  // What the metadata of the issuer says is what its clients can do.
  scopes: ['openid', ...scopes],
  responseTypes: ['code'],
  clientAuthMethods: ['client_secret_basic', 'none'],
  ttl: {
    AccessToken: tokenLifetime,
    ClientCredentials: tokenLifetime,
    Session: tokenLifetime,
    Interaction: 600,
    Grant: tokenLifetime,
    IdToken: tokenLifetime,
  },
  // Every requested scope is granted: the patients are synthetic.
  loadExistingGrant: async ctx => {
    const { client, session, provider } = ctx.oidc;
    const grant = new provider.Grant({
      clientId: client?.clientId ?? '',
      accountId: session?.accountId ?? '',
    });
    grant.addOIDCScope(['openid', ...scopes].join(' '));
    grant.addResourceScope(audience, scopes.join(' '));
    await grant.save();
    return grant;
  },
  findAccount: async (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  interactions: {
    policy: withoutConsent(),
    url: (_ctx, { uid }) => `/sign-in/${uid}`,
  },
  clientBasedCORS: () => true,
  extraTokenClaims: async (_ctx, token) => {
    const id = 'accountId' in token ? token.accountId : undefined;
    const account = accounts.find(one => one.id === id);
    return account === undefined ? {} : { patient: account.patient, acts_for: [...account.actsFor] };
  },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    // A client that sends a proof gets a token that is bound to its key; see examples/dpop.js.
    dPoP: { enabled: true },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: {
      logoutSource: (ctx, form) => {
        ctx.body = signOutPage(form, languageFor(ctx.oidc.params, ctx.headers));
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => audience,
      useGrantedResource: async () => true,
      getResourceServerInfo: async () => ({
        scope: scopes.join(' '),
        audience,
        accessTokenTTL: tokenLifetime,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
});

/** The language that the app asks for, or else the browser. */
const languageFor = (params: Readonly<Record<string, unknown>> | undefined, headers: IncomingHttpHeaders) =>
  languageOf(String(params?.ui_locales ?? ''), headers['accept-language'] ?? '');

/** Serves the sign-in page and completes the sign-in with the chosen account. */
const signIn = (provider: Provider, accounts: readonly Account[]) => {
  const page = async (request: IncomingMessage, response: ServerResponse) => {
    const { params } = await provider.interactionDetails(request, response);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const language = languageFor(params, request.headers);
    response.end(pickPage({ accounts, client: String(params.client_id), language }));
  };
  const pick = async (request: IncomingMessage, response: ServerResponse) => {
    const accountId = new URLSearchParams(await text(request)).get('account') ?? '';
    const isKnown = accounts.some(({ id }) => id === accountId);
    const result = isKnown ? { login: { accountId } } : { error: 'access_denied' };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };
  return (request: IncomingMessage, response: ServerResponse) =>
    request.method === 'POST' ? pick(request, response) : page(request, response);
};

/** Starts the server on loopback. */
export const authorizationServer = async (
  options: AuthorizationServerOptions,
): Promise<AuthorizationServer> => {
  let provider: Provider | undefined;
  let toSignIn: ReturnType<typeof signIn> | undefined;

  const { url, close } = await listen(
    orSayWhy(500, async (request, response) => {
      if (provider === undefined || toSignIn === undefined) return void response.writeHead(503).end();
      if (!request.url?.startsWith('/sign-in/')) return void (await provider.callback()(request, response));
      try {
        await toSignIn(request, response);
      } catch (error) {
        if (!(error instanceof errors.SessionNotFound)) throw error;
        response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
        response.end('This sign-in has ended. Start again from the app.');
      }
    }),
    options.port,
  );
  provider = new Provider(url, await configurationOf(options));
  toSignIn = signIn(provider, options.accounts);
  return { issuer: url, audience, close };
};
