// The hints that somebody has looked at: each is listed with a reason, exactly as it is given, and counts no more.
import type { FileHint } from '../../adapter.ts';
import { acceptedHintsFile } from '../format/kinds.ts';
import { AcceptedHints } from '../format/values.ts';
import type { TableFolder, TableHint } from './files.ts';
import { inside, matches, whereOf } from './place.ts';

/** An entry of the list: the hint that it names, the reason, and where it stands. */
export type AcceptedHint = { readonly hint: string; readonly reason: string; readonly where: string };

/** The entries of the folder's list; none if it has no list, or one with faults, which are reported. */
export const acceptedHints = (folder: TableFolder): readonly AcceptedHint[] => {
  const file = folder.file(acceptedHintsFile);
  if (file === undefined) return [];
  const top = { file, pointer: '' };
  const { $schema: _, ...list } = file.value;
  if (!matches(AcceptedHints, list, top)) return [];
  return Object.entries(list as AcceptedHints).map(([hint, reason]) => ({
    hint,
    reason,
    where: whereOf(inside(top, hint)),
  }));
};

/** An entry for a file alone is for a hint of the samples, unless it is for one of the table as a whole. */
const isOfFile = ({ hint }: AcceptedHint): boolean => !/^[^:]*#/.test(hint);

/**
 * The hints, each with the reason for which it has been accepted, if it has been. An entry that no hint has is a hint of its own, which
 * cannot be accepted: what it was for has been changed, so it must not hide what comes next.
 * @param hasSamples whether the folder has samples. Without them, the entries for their hints say nothing.
 */
export const withAccepted = (
  hints: readonly TableHint[],
  { accepted, hasSamples }: { readonly accepted: readonly AcceptedHint[]; readonly hasSamples: boolean },
): FileHint[] => {
  const reasons = new Map(accepted.map(({ hint, reason }) => [hint, reason]));
  const given = new Set(hints.map(({ acceptAs }) => acceptAs));
  const stale = accepted.filter(entry => !given.has(entry.hint) && (hasSamples || !isOfFile(entry)));
  return [
    ...hints.map(hint => {
      const reason = reasons.get(hint.acceptAs);
      return reason === undefined ? hint : { ...hint, accepted: reason };
    }),
    ...stale.map(({ where }) => ({
      where,
      message:
        'there is no such hint, or not any more: remove the entry, or list the hint as it is given now',
    })),
  ];
};
