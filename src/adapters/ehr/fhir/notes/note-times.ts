// When a note was written, and what it is about: no later time stands in for one that cannot be read.
import { type Element, isSent, lose } from '../elements/element.ts';
import type { Reading } from '../linked/reading.ts';

export type NoteTimes = {
  /** 14 digits each. */
  readonly version: string | undefined;
  readonly about: string | undefined;
};

/** @param period when what the note is about took place. */
export const contactTime = (
  { root, translation: { times } }: Reading,
  period: Element | undefined,
): NoteTimes => {
  const version = times.point(root, 'date');
  const about = period === undefined ? undefined : times.begin(period, 'start');
  const isLost = version === undefined && isSent(root, 'date');
  if (isLost && about !== undefined && period !== undefined) lose(period, 'start');
  return { version, about: isLost ? undefined : about };
};
