// Compiles `visible` of a kind: the marks that decide whether a record is shown.
import type { TimeReader } from '../../values/written-times.ts';
import type { Mark } from '../format/access.ts';
import type { Kind, SystemFile } from '../format/system.ts';
import { knownBy, placeInTree, type SourceTree, type WordTest } from '../scope.ts';
import type { MarkTest } from '../tables.ts';
import { markReadAt, readerIn, wordSet, wordTest } from './answer-paths.ts';
import { conditionsIn, type KnownWords } from './conditions.ts';
import { fault, hint, inside, type Place, whereOf } from './place.ts';
import { checkedTimeForm } from './time-form-checks.ts';

export type MarkContext = {
  /** What of a record is read. */
  readonly tree: SourceTree;
  readonly format: SystemFile['format'];
  readonly knownWords: KnownWords;
  readonly times: TimeReader;
};

type WordMark = Extract<Mark, { readonly shown: unknown }>;
type ClockMark = Extract<Mark, { readonly until: unknown }>;

const wordsOf = (
  { shown: written, hidden: hiding = [], absent }: WordMark,
  place: Place,
  format: SystemFile['format'],
) => {
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

/** Notes the words of a mark: a condition on the same path, which they do not meet, understands them. */
export const knowWords = (
  { shown, hidden }: { readonly shown: WordTest; readonly hidden: ReadonlySet<string> },
  at: SourceTree | undefined,
  knownWords: KnownWords,
): void => {
  if (at === undefined) return;
  const known = knownWords.get(at) ?? new Set();
  knownWords.set(at, known);
  for (const word of [...knownBy(shown), ...hidden]) known.add(word);
};

const clockOf = ({ time }: ClockMark, place: Place, times: TimeReader) => {
  const form = checkedTimeForm(time, inside(place, 'time'));
  return { kind: 'clock', reading: { type: 'time', time: form }, times } as const;
};

const markTest = (mark: Mark, place: Place, context: MarkContext): MarkTest => {
  const { tree, format, times, knownWords } = context;
  if (mark.absent !== undefined)
    hint(
      inside(place, 'absent'),
      'a mark that the vendor renames hides nothing any more: can when say which records have the mark?',
    );
  const steps = readerIn(tree, format)(mark.from, inside(place, 'from'));
  const test = 'until' in mark ? clockOf(mark, place, times) : wordsOf(mark, place, format);
  if (test.kind === 'words') knowWords(test, placeInTree(tree, steps), knownWords);
  return {
    steps,
    where: whereOf(place),
    isShownWithout: mark.absent === 'shown',
    when: conditionsIn(mark.when, inside(place, 'when'), {
      ...context,
      onPath: ({ tree: at }, where) => markReadAt(at, where),
    }),
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
