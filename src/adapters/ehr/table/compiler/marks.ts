// Compiles `visible` of a kind, the marks that decide whether a record is shown; and `only`, which items of its list are records of the kind,
// where the EHR has those of several kinds in one list.
import type { TimeReader } from '../../values/written-times.ts';
import type { Mark } from '../format/access.ts';
import { allRequests, type Kind, type SystemFile } from '../format/system.ts';
import { addWords, knownBy } from '../scope.ts';
import type { Format } from '../source-path.ts';
import type { MarkTest, OtherKinds } from '../tables.ts';
import { conditionsIn, type PathContext, readIn, wordSet, wordTest } from './answer-paths.ts';
import { fault, hint, inside, type Place, whereOf } from './place.ts';
import { checkedTimeForm } from './time-form-checks.ts';

type MarkContext = PathContext & { readonly times: TimeReader };

type WordMark = Extract<Mark, { readonly shown: unknown }>;
type ClockMark = Extract<Mark, { readonly until: unknown }>;

const wordsOf = ({ shown: written, hidden: hiding = [], absent }: WordMark, place: Place, format: Format) => {
  const shown = wordTest(written, inside(place, 'shown'), format);
  const hidden = wordSet(hiding, inside(place, 'hidden'));
  if (typeof shown === 'string') {
    if (hiding.length > 0) fault(inside(place, 'hidden'), `no words: ${shown} shows, and the opposite hides`);
    if (absent !== undefined) fault(inside(place, 'absent'), `no absent beside "shown": "${shown}"`);
  } else if ([...shown].some(word => hidden.has(word)))
    fault(inside(place, 'hidden'), 'other words than those of shown');
  else if (shown.size === 0 && absent === undefined)
    fault(inside(place, 'shown'), 'a word with which a record is shown, or "absent": "shown"');
  return { kind: 'words', shown, hidden } as const;
};

const clockOf = ({ time }: ClockMark, place: Place, times: TimeReader) => {
  const form = checkedTimeForm(time, inside(place, 'time'));
  return { kind: 'clock', reading: { type: 'time', time: form }, times } as const;
};

/** Reads the path of a mark. One with a fault has no steps. */
const readFrom = (context: PathContext, { from }: Pick<Mark, 'from'>, place: Place) =>
  readIn(context, from, inside(place, 'from')) ?? { steps: [], tree: context.tree };

const markTest = (mark: Mark, place: Place, context: MarkContext): MarkTest => {
  const { format, times, knownWords } = context;
  if (mark.absent !== undefined)
    hint(
      inside(place, 'absent'),
      'a mark that the vendor renames hides nothing any more: can when say which records have the mark?',
    );
  const { steps, tree } = readFrom(context, mark, place);
  const test = 'until' in mark ? clockOf(mark, place, times) : wordsOf(mark, place, format);
  if (test.kind === 'words') addWords(knownWords, tree, [...knownBy(test.shown), ...test.hidden]);
  return {
    steps,
    where: whereOf(place),
    isShownWithout: mark.absent === 'shown',
    when: conditionsIn(mark.when, inside(place, 'when'), context),
    ...test,
  };
};

/** The marks of a kind; none if all its records are shown. */
export const marksOf = (visible: Kind['visible'], place: Place, context: MarkContext): MarkTest[] => {
  if (visible === 'all') return [];
  return Array.isArray(visible)
    ? visible.map((mark, at) => markTest(mark, inside(place, at), context))
    : [markTest(visible, place, context)];
};

/**
 * The words of records of other kinds; and a mark that withholds an item with neither such a word nor one of this kind, because nobody can
 * tell what it is.
 */
export const onlyOf = (
  kind: Kind,
  place: Place,
  { system, ...context }: PathContext & { readonly system: SystemFile },
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
  const { steps, tree } = readFrom(context, only, at);
  const shown = wordTest(only.words, inside(at, 'words'), context.format);
  const { others } = only;
  const words = others === undefined || others === 'any' ? undefined : wordSet(others, inside(at, 'others'));
  const hidden = words ?? new Set<string>();
  if (typeof shown === 'string' ? others !== undefined : others === undefined)
    fault(at, 'others beside words: the words of other kinds, or "any"; none beside "present" and "absent"');
  if (typeof shown !== 'string' && [...shown].some(word => hidden.has(word)))
    fault(inside(at, 'others'), 'other words than those of this kind');
  addWords(context.knownWords, tree, [...knownBy(shown), ...hidden]);
  const mark = { kind: 'words', steps, shown, hidden, isShownWithout: false, when: [] } as const;
  return { marks: [{ ...mark, where: whereOf(at) }], others: { steps, own: shown, words } };
};
