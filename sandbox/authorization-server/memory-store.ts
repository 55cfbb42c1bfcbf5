// Where the authorization server keeps sessions, codes and grants: in memory. (oidc-provider has such a store, but does not
// export it, and warns of it at every start.)
import { LRUCache } from 'lru-cache';
import type { AdapterFactory, AdapterPayload } from 'oidc-provider';

/** Entries that are kept: more than a sandbox has. */
const maxEntries = 10_000;

export const memoryStore = (): AdapterFactory => {
  const entries = new LRUCache<string, AdapterPayload>({ max: maxEntries });
  const findWith = (prefix: string, member: 'uid' | 'userCode', value: string) =>
    [...entries].find(([key, payload]) => key.startsWith(prefix) && payload[member] === value)?.[1];

  return model => {
    const prefix = `${model}:`;
    return {
      upsert: async (id, payload, expiresIn = 0) => {
        entries.set(`${prefix}${id}`, payload, expiresIn > 0 ? { ttl: expiresIn * 1000 } : {});
      },
      find: async id => entries.get(`${prefix}${id}`),
      findByUid: async uid => findWith(prefix, 'uid', uid),
      findByUserCode: async userCode => findWith(prefix, 'userCode', userCode),
      consume: async id => {
        const payload = entries.get(`${prefix}${id}`);
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async id => void entries.delete(`${prefix}${id}`),
      // Of this model alone: the sign-in of the next user still needs its interaction, which has the grant of the user before.
      revokeByGrantId: async grantId => {
        for (const [key, payload] of [...entries])
          if (key.startsWith(prefix) && payload.grantId === grantId) entries.delete(key);
      },
    };
  };
};
