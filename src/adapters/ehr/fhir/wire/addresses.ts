// Which URLs belong to a FHIR server: those under its base URL or under one of its other names (`knownAs`).
import { unusableAnswer } from '../../../../domain/model/failure.ts';
import type { System } from '../../adapter.ts';
import { beginsWith, isUnambiguous, maxUrlLength, pathBelow } from '../../transport/own-urls.ts';
import { isFhirId } from '../json/resource.ts';
import type { FhirMembers } from '../members.ts';

const typeAndId = /^([A-Z][A-Za-z]+\/([A-Za-z0-9.-]{1,64}))(?:\/_history\/[A-Za-z0-9.-]{1,64})?$/;

/** A configured URL as it is written, and as it is in normal form: with its host in lower case, and no default port. */
const spellingsOf = (url: string): string[] => [url, new URL(url).href.replace(/\/$/, '')];

/** A path without escapes and final slash, in lower case: some servers ignore the case. */
const anyCase = (path: string): string => decodeURIComponent(path).replace(/\/$/, '').toLowerCase();

/** Tells the server's own addresses, under all its names, from those of others. */
export const serverAddresses = (
  { baseUrl }: Pick<System, 'baseUrl'>,
  { knownAs }: Pick<FhirMembers, 'knownAs'>,
) => {
  const ownBases = [baseUrl, ...knownAs].map(url => new URL(url));

  // Longest first: one name may be a prefix of another.
  const names = [...new Set([baseUrl, ...knownAs].flatMap(spellingsOf))].toSorted(
    (left, right) => right.length - left.length,
  );

  /** Replaces one of the server's names at the start of a URL by `baseUrl`. Returns any other URL unchanged. */
  const underBaseUrl = (url: string): string => {
    const name = names.find(ownName => beginsWith(url, ownName));
    return name === undefined ? url : baseUrl + url.slice(name.length);
  };

  return {
    /**
     * The path and query, below `baseUrl`, of an absolute or relative URL; undefined if the URL is not one of the server's, or
     * if a server may read it as another one. Only the server's own URLs may be requested.
     */
    pathBelowBase: (written: string) => {
      const text = underBaseUrl(written.trim());
      return text === '' ? undefined : pathBelow(baseUrl, { url: text, from: `${baseUrl}/` });
    },
    /**
     * Whether an absolute URL certainly leads elsewhere than below the server's base URL: to another origin, or to another path
     * that all servers read in the same way.
     */
    isElsewhere: (url: string): boolean => {
      if (url.length > maxUrlLength || !URL.canParse(url)) return false;
      const { origin, pathname } = new URL(url);
      const own = ownBases.filter(ownBase => ownBase.origin === origin);
      if (own.length === 0) return true;
      return (
        isUnambiguous(pathname) &&
        !own.some(ownBase => beginsWith(anyCase(pathname), anyCase(ownBase.pathname)))
      );
    },
    /** A literal reference to a resource of this server as `Type/id`; undefined for any other. */
    localKey: (reference: string | undefined) => {
      if (reference === undefined) return undefined;
      const url = underBaseUrl(reference);
      const relative = beginsWith(url, baseUrl) ? url.slice(baseUrl.length + 1) : url;
      const [, key, id = ''] = typeAndId.exec(relative) ?? [];
      return isFhirId(id) ? key : undefined;
    },
    underBaseUrl,
  };
};
export type Addresses = ReturnType<typeof serverAddresses>;

/** Checks the `next` links of one search: each must be on this server and new, and there may be at most 500 pages. */
export const pageLinks = ({ pathBelowBase }: Addresses, first: string) => {
  const followed = new Set([first]);
  return (links: readonly string[]): string | undefined => {
    const [link, ...others] = links;
    if (link === undefined) return undefined;
    const path = pathBelowBase(link);
    const isRefused =
      others.length > 0 || path === undefined || followed.has(path) || followed.size >= maxPages;
    if (isRefused) {
      throw unusableAnswer('ehr-document', 'a link to a next page that cannot be followed');
    }
    followed.add(path);
    return path;
  };
};

const maxPages = 500;
