// The query parameter `api-version` in routing (D9).
import { queryText } from './path.ts';

/**
 * Routes by `api-version`, because operations 4 and 5 share a path. Any value but `v2` is routed to operation 4, whose
 * schema refuses it after all gates.
 */
export const versionConstraint = {
  name: 'apiVersion',
  storage: () => {
    const handlers = new Map<string, unknown>();
    return {
      get: (version: string) => handlers.get(version) ?? null,
      set: (version: string, handler: unknown) => void handlers.set(version, handler),
    };
  },
  deriveConstraint: ({ url }: { url?: string }) => {
    const query = queryText(url ?? '');
    if (query === '') return undefined;
    const versions = new URLSearchParams(query).getAll('api-version');
    return versions.length === 1 ? versions[0] : undefined;
  },
  mustMatchWhenDerived: false,
};
