// The two credentials of every call, as OpenAPI has them.
import type { IssuerEndpoints } from '../../ports/issuer-endpoints.ts';
import { operations } from '../operations/operations.ts';
import type { Json } from './components.ts';

const scopes = Object.fromEntries(operations.map(({ scope, title }) => [scope, title]));

const description = 'The access token of the region’s authorization server (D4).';

/** Where the endpoints of the issuer are known, the two grants; else where they can be read. */
const accessToken = (issuer: string, endpoints: IssuerEndpoints | undefined): Json => {
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
        : {
            authorizationCode: {
              authorizationUrl: authorization,
              tokenUrl: token,
              scopes,
            },
          }),
      clientCredentials: { tokenUrl: token, scopes },
    },
  };
};

export const securitySchemes = (issuer: string, endpoints: IssuerEndpoints | undefined): Json => ({
  subscriptionKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Ocp-Apim-Subscription-Key',
    description: 'The key of your subscription (D3).',
  },
  accessToken: accessToken(issuer, endpoints),
});

/** Both are needed. */
export const securityOf = (scope: string): Json[] => [{ subscriptionKey: [], accessToken: [scope] }];
