// The parts of a request target, and what of them routing looks at.

/**
 * Strips the origin of a request target in absolute form (RFC 9112, 3.2.2), so it neither affects routing nor shows up
 * as the path in an error body.
 */
export const originForm = ({ url = '/' }: { readonly url?: string }): string => {
  if (url.startsWith('/')) return url;
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [''];
  const target = url.slice(origin.length);
  return target.startsWith('/') || origin === '' ? target : `/${target}`;
};

/** Normalizes the path of a URL: decoded, without query and final slash, so both spellings are equal (D1). */
export const pathKey = (url: string): string => {
  const path = url.split('?', 1)[0] ?? '';
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  try {
    return decodeURI(bare);
  } catch {
    return bare;
  }
};

/** The text after the `?` of a URL; empty without one. */
export const queryText = (url: string): string => {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
};

/**
 * Routes by `api-version` (D9), because operations 4 and 5 share a path. Any value but `v2` is routed to operation 4, whose
 * schema refuses it after all gates.
 */
export const versionConstraint = {
  name: 'apiVersion',
  storage: () => new Map<string, unknown>(),
  deriveConstraint: ({ url }: { url?: string }) => {
    const query = queryText(url ?? '');
    if (query === '') return undefined;
    const versions = new URLSearchParams(query).getAll('api-version');
    return versions.length === 1 ? versions[0] : undefined;
  },
  mustMatchWhenDerived: false,
};
