// What a document holds that its plan does not have: elements that make a list unusable, and values that are counted (D29,
// nothing is left out in silence).
import { type Failure, unusableAnswer } from '../../../domain/model/failure.ts';
import { boundedPaths, shownName } from '../../../domain/model/loss-paths.ts';

/** A name without its namespace prefix, which the sender chooses. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * The failure for an element under the root of a list that is neither a record nor known: it may be a record under another
 * name (D14, unusable answers).
 */
export const unknownElement = (name: string, root: string): Failure =>
  unusableAnswer(
    'ehr-unknown-element',
    `the element "${shownName(localName(name))}" under ${root} is unknown`,
  );

/** Makes the paths of the unknown elements and attributes of one document. `mark` stands before the name. */
export const unknownPaths = () => {
  const pathOf = boundedPaths();
  return (parent: string, name: string, mark = ''): string => pathOf(parent, mark + localName(name));
};
