// The issuer's token and authorization endpoints, from its OpenID configuration.
import type { FindIssuerEndpoints, IssuerEndpoints } from '../../ports/issuer-endpoints.ts';
import { errorFields } from '../telemetry/describe-error.ts';
import type { Log } from '../telemetry/service-log.ts';
import type { IssuerClient } from './issuer-client.ts';

/** The least time between two attempts, because anyone can trigger one by fetching the API description. */
const retryPauseMs = 10_000;

/** @param now milliseconds on a monotonic clock. */
export const issuerEndpoints = (
  client: IssuerClient,
  { log, now = () => performance.now() }: { log: Log; now?: () => number },
): FindIssuerEndpoints => {
  let endpoints: Promise<IssuerEndpoints | undefined> | undefined;
  let attemptedAt = Number.NEGATIVE_INFINITY;

  const find = async (): Promise<IssuerEndpoints | undefined> => {
    try {
      const configuration = await client.configuration();
      const token = client.urlIn(configuration, 'token_endpoint');
      const authorization = client.urlIn(configuration, 'authorization_endpoint');
      return token === undefined ? undefined : { authorization, token };
    } catch (error) {
      log.warn(errorFields(error), 'the endpoints of the issuer could not be fetched');
      return undefined;
    }
  };

  return async () => {
    if ((await endpoints) === undefined && now() - attemptedAt >= retryPauseMs) {
      attemptedAt = now();
      endpoints = find();
    }
    // Another call may have begun an attempt meanwhile, which this one shares.
    return endpoints;
  };
};
