// The narrative of a resource (`text`): what it says for people. Only the sections of a note are published from it.
import type * as R4 from 'fhir/r4.js';
import { htmlText } from '../html/html-text.ts';
import { child, countLoss, ignoringLosses, type With } from './element.ts';
import { text } from './primitives.ts';

/** Counts the narrative of a resource whose elements say nothing: what the narrative says is then published nowhere. */
export const countNarrative = (root: With<'text', R4.Narrative>): void => {
  const narrative = child(ignoringLosses(root), 'text');
  const html = narrative === undefined ? undefined : text(narrative, 'div');
  if (html !== undefined && htmlText(html) !== '') countLoss(root, 'text', 'unmapped');
};
