// All resources received for one request. References are resolved against them.
import { type Entry, keyOf, type Resource } from './bundle.ts';

export type ResourcePool = {
  /** Adds a resource and returns it; if one of the same type and id is already there, keeps and returns that one. */
  add(entry: Entry): Resource;
  byKey(key: string): Resource | undefined;
  byFullUrl(url: string): Resource | undefined;
};

export const newPool = (): ResourcePool => {
  const keys = new Map<string, Resource>();
  const entries: { readonly resource: Resource; readonly url: string }[] = [];
  const urls = new Map<string, Resource>();
  /** The entries whose URLs are in the map. They are added when one is looked up: most references are found by their keys. */
  let indexed = 0;

  const indexUrls = () => {
    for (const { resource, url } of entries.slice(indexed)) if (!urls.has(url)) urls.set(url, resource);
    indexed = entries.length;
  };

  return {
    add: ({ resource, fullUrl }) => {
      const key = keyOf(resource);
      const known = key === undefined ? undefined : keys.get(key);
      if (key !== undefined && known === undefined) keys.set(key, resource);
      const kept = known ?? resource;
      if (fullUrl !== undefined) entries.push({ resource: kept, url: fullUrl });
      return kept;
    },
    byKey: key => keys.get(key),
    byFullUrl: url => {
      indexUrls();
      return urls.get(url);
    },
  };
};
