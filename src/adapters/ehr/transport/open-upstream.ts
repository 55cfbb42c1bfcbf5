// Opens a system as its profile says: with an access token on every call, where it asks for one.
import type { Clock } from '../../../ports/clock.ts';
import type { System } from '../adapter.ts';
import { backendTokens } from './backend-tokens.ts';
import { type Upstream, type UpstreamAnswer, type UpstreamRequest, upstream } from './upstream.ts';

/** The same system, called with a token. A call that is answered 401 was not carried out: it is made once more. */
export const openUpstream = (system: System, clock: Clock): Upstream => {
  const opened = upstream(system);
  const { auth } = system;
  if (auth === undefined) return opened;
  const tokens = backendTokens(system, auth, clock);

  const sendWith = (token: string, request: UpstreamRequest): Promise<UpstreamAnswer> =>
    opened.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });

  return {
    ...opened,
    send: async request => {
      const token = await tokens.token(request.call);
      const answer = await sendWith(token, request);
      if (answer.status !== 401) return answer;
      answer.discard();
      tokens.drop(token);
      return sendWith(await tokens.token(request.call), request);
    },
    close: async () => {
      await Promise.all([tokens.close(), opened.close()]);
    },
  };
};
