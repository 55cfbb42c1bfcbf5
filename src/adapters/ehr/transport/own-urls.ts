// Which URLs in an answer lead to the system that sent it. Only these may be requested with the system's headers and token.

import { hasControls } from '../../../domain/model/control-characters.ts';

/**
 * The paths that all servers read in the same way. Others may lead elsewhere: Tomcat strips `;…` from a segment before it
 * resolves `..`, and some servers decode a path twice. So segments are of these characters, or escapes of characters other than
 * `/ \\ ; % .` and controls, and only the last one may be empty.
 */
const unambiguous = /^(?:\/(?:[\w.~$-]|%(?![01]|2[5EF]|3B|5C|7F)[\dA-F]{2})+)*\/?$/i;

/**
 * Whether all servers read a path in the same way. Some read longer forms of a dot and a slash, such as `%C0%AE`, which are not
 * UTF-8.
 * @param path in normal form, as the `pathname` of a URL.
 */
export const isUnambiguous = (path: string): boolean => {
  if (!unambiguous.test(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * A segment that some servers read as `.` or `..`: they decode a path, also twice, before they split it, and strip parameters from its
 * segments.
 */
const dotSegment = /(?:^|\/|\\|%(?:25)*(?:2f|5c))(?:\.|%(?:25)*2e){1,2}(?:$|\/|\\|;|%(?:25)*(?:2f|5c|3b))/i;

/**
 * Whether a server may read a segment of a path as `.` or `..`, and so answer for another path.
 * @param path a path, or a text that becomes a part of one, before or after it is encoded.
 */
export const hasDotSegment = (path: string): boolean => dotSegment.test(path);

/** What `encodeURIComponent` leaves as it is, and `isUnambiguous` does not know. */
const left = /[!'()*]/g;

/**
 * An id as one segment of a path, percent-encoded; undefined if a server may read it as anything else, such as `..`, `a/b` or `a;b`.
 * Escapes are no help: some servers decode a path before they split it.
 */
export const pathSegment = (id: string): string | undefined => {
  if (id === '' || hasDotSegment(id) || hasControls(id)) return undefined;
  const segment = encodeURIComponent(id).replace(
    left,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return isUnambiguous(`/${segment}`) ? segment : undefined;
};

/** Characters of a URL that is followed: more than servers accept (D32). */
export const maxUrlLength = 16_384;

/** Whether a URL begins with another one, on a slash boundary. */
export const beginsWith = (url: string, begin: string): boolean =>
  url.startsWith(begin) && /^(?:$|[/?])/.test(url.slice(begin.length));

/**
 * The path and query of a URL below a system's base URL; undefined if it is not a URL, is longer than `maxUrlLength`, leads elsewhere,
 * may be read as another one by a server, or has control characters (D33).
 * @param url absolute, or relative to `from`.
 */
export const pathBelow = (
  baseUrl: string,
  { url: written, from }: { readonly url: string; readonly from: string },
): string | undefined => {
  if (written.length > maxUrlLength || hasControls(written) || !URL.canParse(written, from)) return undefined;
  const base = new URL(baseUrl);
  const basePath = base.pathname.replace(/\/$/, '');
  const { origin, username, password, pathname, search } = new URL(written, from);
  const isBelow =
    origin === base.origin && username === '' && password === '' && beginsWith(pathname, basePath);
  const path = pathname.slice(basePath.length);
  return isBelow && isUnambiguous(path) ? `${path}${search}` : undefined;
};
