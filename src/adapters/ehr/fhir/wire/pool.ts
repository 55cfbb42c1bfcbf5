// All resources received for one request. References are resolved against them.
import { keyOf, type Resource } from '../json/resource.ts';
import type { Entry } from './bundle.ts';

export type ResourcePool = {
  /** Adds a resource and returns it; if one of the same type and id is already there, keeps and returns that one. */
  add(entry: Entry): Resource;
  byKey(key: string): Resource | undefined;
  byFullUrl(url: string): Resource | undefined;
};

export const newPool = (): ResourcePool => {
  const keys = new Map<string, Resource>();
  const urls = new Map<string, Resource>();
  return {
    add: ({ resource, fullUrl }) => {
      const key = keyOf(resource);
      const known = key === undefined ? undefined : keys.get(key);
      if (key !== undefined && known === undefined) keys.set(key, resource);
      const kept = known ?? resource;
      if (fullUrl !== undefined && !urls.has(fullUrl)) urls.set(fullUrl, kept);
      return kept;
    },
    byKey: key => keys.get(key),
    byFullUrl: url => urls.get(url),
  };
};
