// Opens a system according to its profile, with an access token on every call if it needs one.
import type { Clock } from '../../../ports/clock.ts';
import type { System } from '../adapter.ts';
import { backendTokens } from './backend-tokens.ts';
import { type Upstream, type UpstreamAnswer, type UpstreamRequest, upstream } from './upstream.ts';

/** Opens a system. A call that is answered with 401 was not executed, and is repeated once with a new token. */
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
      tokens.invalidate(token);
      return sendWith(await tokens.token(request.call), request);
    },
    close: async () => {
      await Promise.all([tokens.close(), opened.close()]);
    },
  };
};
