// Compiles `only` of a kind: which items of its list are records of the kind, where the EHR has those of several kinds in one list.
import { allRequests, type Kind, type SystemFile } from '../format/system.ts';
import { placeInTree } from '../scope.ts';
import type { MarkTest, OtherKinds } from '../tables.ts';
import { readerIn, wordSet, wordTest } from './answer-paths.ts';
import { knowWords, type MarkContext } from './marks.ts';
import { fault, hint, inside, type Place, whereOf } from './place.ts';

type OnlyContext = Pick<MarkContext, 'tree' | 'format' | 'knownWords'> & { readonly system: SystemFile };

/**
 * The words of records of other kinds; and a mark that withholds an item with neither such a word nor one of this kind, because nobody can
 * tell what it is.
 */
export const onlyOf = (
  kind: Kind,
  place: Place,
  { tree, format, knownWords, system }: OnlyContext,
): { readonly marks: readonly MarkTest[]; readonly others: OtherKinds | undefined } => {
  const { only, path, items } = kind;
  if (only === undefined) return { marks: [], others: undefined };
  const at = inside(place, 'only');
  if (items === undefined) fault(at, 'items beside it: one record is of this kind');
  if (!allRequests(system).some(other => other !== kind && other.path === path))
    hint(
      inside(at, 'others'),
      'no other kind asks this path: nothing publishes these records, or counts them',
    );
  const steps = readerIn(tree, format)(only.from, inside(at, 'from'));
  const shown = wordTest(only.words, inside(at, 'words'), format);
  const { others } = only;
  const words = others === undefined || others === 'any' ? undefined : wordSet(others, inside(at, 'others'));
  const hidden = words ?? new Set<string>();
  if (typeof shown === 'string' ? others !== undefined : others === undefined)
    fault(at, 'others beside words: the words of other kinds, or "any"; none beside "present" and "absent"');
  if (typeof shown !== 'string' && [...shown].some(word => hidden.has(word)))
    fault(inside(at, 'others'), 'other words than those of this kind');
  knowWords({ shown, hidden }, placeInTree(tree, steps), knownWords);
  const mark = { kind: 'words', steps, shown, hidden, isShownWithout: false, when: [] } as const;
  return { marks: [{ ...mark, where: whereOf(at) }], others: { steps, own: shown, words } };
};
