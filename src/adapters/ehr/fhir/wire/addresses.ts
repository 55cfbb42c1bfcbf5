// What belongs to a FHIR server: its base URL, the names that it gives itself, and links that may be followed.
import { Failure } from '../../../../domain/model/failure.ts';
import type { System } from '../../adapter.ts';
import type { FhirMembers } from '../members.ts';

export type Addresses = {
  /**
   * A URL of the server, absolute or relative to `baseUrl`, as path and query below it; undefined for any other.
   * A text that is no such URL is never called.
   */
  pathBelowBase(url: string): string | undefined;
  /** A literal reference to a resource of this server as `Type/id`; undefined for any other. */
  localKey(reference: string): string | undefined;
  /** A URL under one of the server's other names, as if it began with `baseUrl`; any other one as it is. */
  underBaseUrl(url: string): string;
};

const typeAndId = /^([A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64})(?:\/_history\/[A-Za-z0-9.-]{1,64})?$/;

/** Whether a URL begins with another one, on a slash boundary. */
const beginsWith = (url: string, begin: string): boolean =>
  url.startsWith(begin) && /^(?:$|[/?])/.test(url.slice(begin.length));

export const addressesOf = (
  { baseUrl }: Pick<System, 'baseUrl'>,
  { knownAs }: Pick<FhirMembers, 'knownAs'>,
): Addresses => {
  const base = new URL(`${baseUrl}/`);
  const basePath = base.pathname.slice(0, -1);

  const underBaseUrl = (url: string): string => {
    const name = knownAs.find(known => beginsWith(url, known));
    return name === undefined ? url : baseUrl + url.slice(name.length);
  };

  const isBelow = ({ origin, username, password, pathname }: URL): boolean =>
    origin === base.origin &&
    username === '' &&
    password === '' &&
    !/%2f|%5c/i.test(pathname) &&
    beginsWith(pathname, basePath);

  return {
    pathBelowBase: written => {
      const text = underBaseUrl(written.trim());
      if (text === '' || !URL.canParse(text, base.href)) return undefined;
      const url = new URL(text, base.href);
      return isBelow(url) ? `${url.pathname.slice(basePath.length)}${url.search}` : undefined;
    },
    localKey: reference => {
      const url = underBaseUrl(reference);
      const relative = beginsWith(url, baseUrl) ? url.slice(baseUrl.length + 1) : url;
      return typeAndId.exec(relative)?.[1];
    },
    underBaseUrl,
  };
};

/** Follows the `next` links of one search, and trusts none of them. */
export const pageLinks = ({ pathBelowBase }: Addresses, first: string) => {
  const followed = new Set([first]);
  return (links: readonly string[]): string | undefined => {
    const [link, ...others] = links;
    if (link === undefined) return undefined;
    const path = pathBelowBase(link);
    const isRefused =
      others.length > 0 || path === undefined || followed.has(path) || followed.size >= maxPages;
    if (isRefused) {
      throw new Failure('ehr-unusable', {
        reason: 'ehr-document',
        detail: 'a link to a next page that cannot be followed',
      });
    }
    followed.add(path);
    return path;
  };
};

const maxPages = 500;
