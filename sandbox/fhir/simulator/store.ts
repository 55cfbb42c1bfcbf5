// The resources of the FHIR simulator, by type and id, with the version of each.

export type Json = string | number | boolean | null | Json[] | { [member: string]: Json };
export type Resource = { readonly resourceType: string; readonly id: string } & {
  readonly [member: string]: unknown;
};

export type Store = {
  get(type: string, id: string): Resource | undefined;
  /** All resources of a type, in insertion order. */
  all(type: string): readonly Resource[];
  /** Stores a resource as its next version. */
  put(resource: Resource, now: string): Resource;
  /** Forgets everything and begins again with these. */
  reset(resources: readonly Resource[]): void;
};

const versionOf = (resource: Resource | undefined): number =>
  Number((resource?.meta as { versionId?: string } | undefined)?.versionId ?? 0);

/** Creates a store with these resources, each at version 1 unless its `meta` says otherwise. */
export const storeOf = (resources: readonly Resource[], lastUpdated = '2026-01-15T09:15:00Z'): Store => {
  const types = new Map<string, Map<string, Resource>>();
  const put = (resource: Resource, now: string): Resource => {
    const ofType = types.get(resource.resourceType) ?? new Map<string, Resource>();
    types.set(resource.resourceType, ofType);
    const version = versionOf(ofType.get(resource.id)) + 1;
    const meta = { lastUpdated: now, ...(resource.meta as object | undefined), versionId: String(version) };
    const kept = { ...resource, meta };
    ofType.set(resource.id, kept);
    return kept;
  };
  const fill = (initial: readonly Resource[]) => {
    types.clear();
    for (const resource of initial) put(resource, lastUpdated);
  };
  fill(resources);
  return {
    reset: fill,
    get: (type, id) => types.get(type)?.get(id),
    all: type => [...(types.get(type)?.values() ?? [])],
    put: (resource, now) => {
      const { lastUpdated: _, ...meta } = (resource.meta ?? {}) as Record<string, unknown>;
      return put({ ...resource, meta }, now);
    },
  };
};
