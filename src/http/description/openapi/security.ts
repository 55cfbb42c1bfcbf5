// The two credentials of every call, in OpenAPI's form.
import type { IssuerEndpoints } from '../../../ports/issuer-endpoints.ts';
import { operations } from '../../operations/operations.ts';
import type { OpenApiObject } from './components.ts';

/** Scope → the operations that need it. */
const scopes = Object.fromEntries(
  operations.map(({ scope }) => [
    scope,
    operations
      .filter(operation => operation.scope === scope)
      .map(({ number, title }) => `${number}. ${title}`)
      .join('; '),
  ]),
);

const description =
  'An access token of the region’s authorization server: `Authorization: Bearer TOKEN`. A token that is bound to a key of the client comes as `Authorization: DPoP TOKEN`, with a proof in the header `DPoP` (RFC 9449); one that is bound to a client certificate comes as a bearer token, over a connection with this certificate (RFC 8705). `/capabilities` says which of them this region accepts (`boundTokens`).';

/** The two grants, if the issuer's endpoints are known; otherwise the URL of its OpenID configuration. */
const accessToken = (issuer: string, endpoints: IssuerEndpoints | undefined): OpenApiObject => {
  if (endpoints === undefined) {
    const base = issuer.replace(/\/$/, '');
    return {
      type: 'openIdConnect',
      description,
      openIdConnectUrl: `${base}/.well-known/openid-configuration`,
    };
  }
  const { authorization, token } = endpoints;
  return {
    type: 'oauth2',
    description,
    flows: {
      ...(authorization === undefined
        ? {}
        : { authorizationCode: { authorizationUrl: authorization, tokenUrl: token, scopes } }),
      clientCredentials: { tokenUrl: token, scopes },
    },
  };
};

/** The key and the token. The endpoints of the issuer are named if they are known. */
export const securitySchemes = (issuer: string, endpoints: IssuerEndpoints | undefined): OpenApiObject => ({
  subscriptionKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Ocp-Apim-Subscription-Key',
    description: 'The key of your subscription.',
  },
  accessToken: accessToken(issuer, endpoints),
});

/** Every operation needs both credentials. */
export const securityOf = (scope: string): OpenApiObject[] => [{ subscriptionKey: [], accessToken: [scope] }];
