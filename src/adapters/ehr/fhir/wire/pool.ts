// All resources received for one request. References are resolved against them.
import { keyOf, type Resource } from '../json/resource.ts';
import type { Entry } from './bundle.ts';

/** Creates the empty pool of one request. Of a resource that comes twice, the first is kept. */
export const newPool = () => {
  const keys = new Map<string, Resource>();
  const urls = new Map<string, Resource>();
  return {
    /** Adds a resource and returns it; if one of the same type and id is already there, keeps and returns that one. */
    add: <R>({ resource, fullUrl }: Entry<R>): Resource<R> => {
      const key = keyOf(resource);
      const earlier = key === undefined ? undefined : keys.get(key);
      if (key !== undefined && earlier === undefined) keys.set(key, resource as Resource);
      // The same key is the same type.
      const kept = (earlier as Resource<R> | undefined) ?? resource;
      if (fullUrl !== undefined && !urls.has(fullUrl)) urls.set(fullUrl, kept as Resource);
      return kept;
    },
    byKey: (key: string | undefined) => (key === undefined ? undefined : keys.get(key)),
    byFullUrl: (url: string) => urls.get(url),
  };
};
export type ResourcePool = ReturnType<typeof newPool>;
