// Removes one element at a time: once for every place that a path matches.
import type { Node } from './data-types.ts';

const isFilled = (value: Node) => !(Array.isArray(value) && value.length === 0);

/** Copies of a value, each without one match of a step: the member itself, or one item of a list. */
const withoutMember = (node: Node, member: string): Node[] => {
  const value = node[member];
  if (value === undefined) return [];
  const { [member]: _, ...rest } = node;
  if (!Array.isArray(value) || value.length < 2) return [rest];
  return value.map((_item, at) => ({ ...rest, [member]: value.toSpliced(at, 1) }));
};

const without = (node: Node, [member = '', ...rest]: readonly string[]): Node[] => {
  if (typeof node !== 'object' || node === null) return [];
  if (rest.length === 0) return withoutMember(node, member);
  const value = node[member];
  if (Array.isArray(value)) {
    return value.flatMap((item, at) =>
      without(item, rest).map(changed => ({ ...node, [member]: value.with(at, changed) })),
    );
  }
  return without(value, rest).map(changed => ({ ...node, [member]: changed }));
};

/** Copies of a resource, each without one of the elements at a path. */
export const eachWithout = (resource: Node, path: string): Node[] => {
  const [, type, inside = ''] = /^(?:([A-Za-z]+):)?(.*)$/.exec(path) ?? [];
  if (type === undefined) return without(resource, inside.split('/')).filter(isFilled);
  const contained: Node[] = resource.contained ?? [];
  return contained.flatMap((one, at) =>
    one.resourceType === type
      ? without(one, inside.split('/')).map(changed => ({
          ...resource,
          contained: contained.with(at, changed),
        }))
      : [],
  );
};

/** The paths of the elements of a resource, each once, without those of contained resources. */
export const pathsIn = (resource: Node): string[] => {
  const below = (value: Node, path: string): string[] => {
    if (Array.isArray(value)) return value.flatMap(item => below(item, path));
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, inner]) => [
      path + name,
      ...below(inner, `${path}${name}/`),
    ]);
  };
  const { contained: _, ...own } = resource;
  return [...new Set(below(own, ''))];
};
