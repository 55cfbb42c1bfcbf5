// When a note was written, and when the events in it took place. If the first is unreadable, the second does not replace it.
import { countLoss, type Element, wasSent } from '../elements/element.ts';
import type { Reading } from '../linked/reading.ts';

export type NoteTimes = {
  /** 14 digits each. */
  readonly version: string | undefined;
  readonly about: string | undefined;
};

/** @param period when the events in the note took place. */
export const noteTimes = (
  { root, translation: { times } }: Reading,
  period: Element | undefined,
): NoteTimes => {
  const version = times.point(root, 'date');
  const about = period === undefined ? undefined : times.begin(period, 'start');
  const isLost = version === undefined && wasSent(root, 'date');
  if (isLost && about !== undefined && period !== undefined) countLoss(period, 'start');
  return { version, about: isLost ? undefined : about };
};
