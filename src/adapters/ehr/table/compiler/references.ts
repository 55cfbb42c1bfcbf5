// Compiles `refers` of a kind: the lists of an answer to which its records refer.
import type { ListReference } from '../format/system.ts';
import { newSourceTree, type SourceTree } from '../scope.ts';
import type { Format, Steps } from '../source-path.ts';
import type { ListSource, Reference } from '../tables.ts';
import { allowBeside } from './answer-paths.ts';
import { checkedPathIn, checkedSteps, fault, type IgnoredPlace, inside, type Place } from './place.ts';

/** A list while its tables are compiled: what rows read of its objects, and what they ignore. */
export type OpenReference = Reference & { readonly tree: SourceTree; readonly ignored: Steps[] };

export const referencesOf = (
  written: Readonly<Record<string, ListReference>> | undefined,
  place: Place,
  {
    source: { envelope, records },
    ignoredPlaces,
    format,
  }: {
    source: ListSource;
    /** Takes what is ignored, to check that nothing reads it. */
    ignoredPlaces: IgnoredPlace[];
    format: Format;
  },
): ReadonlyMap<string, OpenReference> =>
  new Map(
    Object.entries(written ?? {}).map(([name, list]) => {
      const here = inside(place, name);
      const at = inside(here, 'map' in list ? 'map' : 'list');
      const steps = checkedSteps('map' in list ? list.map : list.list, at, format) ?? [];
      const wrong = allowBeside(envelope, steps, records);
      if (wrong !== undefined) fault(at, wrong);
      const tree = newSourceTree();
      const ignored = Object.keys(list.ignore ?? {}).flatMap(path => {
        const ignoredAt = inside(here, 'ignore', path);
        const found = checkedPathIn(path, ignoredAt, { tree, format });
        if (found === undefined) return [];
        ignoredPlaces.push({ tree: found.tree, place: ignoredAt });
        return [found.steps];
      });
      const key = 'key' in list ? checkedSteps(list.key, inside(here, 'key'), format) : undefined;
      return [name, { steps, key, format, tree, ignored }] as const;
    }),
  );
