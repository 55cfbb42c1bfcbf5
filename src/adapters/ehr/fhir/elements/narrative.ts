// The narratives of resources (`text`): what they say for people. Only those of a note's sections are published.
import type * as R4 from 'fhir/r4.js';
import type { JsonObject } from '../../../../domain/model/json.ts';
import type { PlainText } from '../../translation/markup/plain-text-writer.ts';
import { lostInUtf8 } from '../../translation/markup/text-pieces.ts';
import { child, countLosses, ignoringLosses, pathOf, type With } from './element.ts';
import { text } from './primitives.ts';
import type { RecordTexts } from './record-texts.ts';
import type { Tally } from './tally.ts';

type WithNarrative = With<'text', R4.Narrative>;

const htmlOf = (element: WithNarrative): string | undefined =>
  text(child(ignoringLosses(element), 'text'), 'div');

/**
 * Counts the narrative of a resource whose elements say nothing: what the narrative says is then published nowhere. Whether it says
 * something is found out by `countNarratives`.
 */
export const countNarrative = (root: WithNarrative): void => {
  const html = htmlOf(root);
  if (html === undefined) return;
  root.tally.narratives.push({
    html,
    loss: { path: pathOf(root, 'text'), reason: 'unmapped', hides: root.hides },
  });
};

/** Counts the narratives of a record that has been translated. */
export const countNarratives = async ({ narratives, losses }: Tally, texts: RecordTexts): Promise<void> => {
  for (const { html, loss } of narratives) {
    const read = await texts.html(html);
    if (read === undefined || read.text !== '') losses.push(loss);
  }
};

/** The narratives of some elements as plain text, by their nodes; undefined where one cannot be read. */
export type Narratives = ReadonlyMap<JsonObject, PlainText | undefined>;

/** Reads the narratives of elements, one after the other. */
export const readNarratives = async (
  elements: Iterable<WithNarrative>,
  texts: RecordTexts,
): Promise<Narratives> => {
  const narratives = new Map<JsonObject, PlainText | undefined>();
  for (const element of elements) {
    const html = htmlOf(element);
    if (html !== undefined) narratives.set(element.node as JsonObject, await texts.html(html));
  }
  return narratives;
};

/** The text of an element's narrative. What it lacks of it, such as a picture, is counted. */
export const narrativeText = (element: WithNarrative, narratives: Narratives): string | undefined => {
  const narrative = child(element, 'text');
  const html = text(narrative, 'div');
  if (narrative === undefined || html === undefined) return undefined;
  const read = narratives.get(element.node as JsonObject);
  const lostParts = read === undefined ? 1 : read.lostParts + lostInUtf8(html);
  countLosses(narrative, 'div', lostParts);
  return read?.text;
};
