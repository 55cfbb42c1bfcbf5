// The issuer's token and authorization endpoints, from its OpenID configuration.
import type { FindIssuerEndpoints, IssuerEndpoints } from '../../ports/issuer-endpoints.ts';
import { fieldsOf } from '../telemetry/error-words.ts';
import type { Log } from '../telemetry/service-log.ts';
import type { IssuerClient } from './issuer-client.ts';

/** Milliseconds between two attempts, which anyone can trigger by fetching the API description. */
const pause = 10_000;

/** @param now milliseconds on a clock that is never adjusted. */
export const issuerEndpoints = (
  client: IssuerClient,
  { log, now = () => performance.now() }: { log: Log; now?: () => number },
): FindIssuerEndpoints => {
  let found: Promise<IssuerEndpoints | undefined> | undefined;
  let attemptedAt = Number.NEGATIVE_INFINITY;

  const find = async (): Promise<IssuerEndpoints | undefined> => {
    try {
      const configuration = await client.configuration();
      const token = client.urlIn(configuration, 'token_endpoint');
      const authorization = client.urlIn(configuration, 'authorization_endpoint');
      return token === undefined ? undefined : { authorization, token };
    } catch (error) {
      log.warn(fieldsOf(error), 'the endpoints of the issuer could not be fetched');
      return undefined;
    }
  };

  return async () => {
    const known = await found;
    if (known !== undefined || now() - attemptedAt < pause) return known;
    attemptedAt = now();
    found = find();
    return found;
  };
};
