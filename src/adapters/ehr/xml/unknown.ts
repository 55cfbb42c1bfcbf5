// What a document holds that its plan does not have: elements that make a list unusable, and values that are counted (D29,
// nothing is left out in silence).
import { Failure } from '../../../domain/model/failure.ts';
import { boundedPaths } from '../../../domain/model/loss-paths.ts';

/** The most characters of an element's name in a message or path. */
const maxShown = 64;

const escaped = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/** A name without its prefix, for messages and paths. Characters other than letters and digits are escaped; long numbers are cut out. */
const shownName = (name: string): string => {
  const local = name.slice(name.indexOf(':') + 1);
  const shown = local
    .slice(0, maxShown)
    .replace(/\d{6,}/g, '…')
    .replace(/[^\p{L}\p{N}_.…-]/gu, escaped);
  return local.length > maxShown ? `${shown}…` : shown;
};

/**
 * The failure for an element under the root of a list that is neither a record nor known: it may be a record under another
 * name (D14, unusable answers).
 */
export const unknownElement = (name: string, root: string): Failure =>
  new Failure('ehr-unusable', {
    reason: 'ehr-unknown-element',
    detail: `the element "${shownName(name)}" under ${root} is unknown`,
  });

/** Makes the paths of the unknown elements and attributes of one document. `mark` stands before the name. */
export const unknownPaths = () => {
  const pathOf = boundedPaths();
  return (parent: string, name: string, mark = ''): string => pathOf(parent, mark + shownName(name));
};
