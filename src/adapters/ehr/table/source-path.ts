// Paths in an answer of the EHR, as tables write them: `unit/name`; `identifiers[type/code=PNR]/value`, which selects an item of a list; and
// `^/unit`, of the object around.

/** The format of an EHR's answers. */
export type Format = 'json' | 'xml';

/** A step to the item of a list that has a word at a path. In XML, an element that occurs once is a list of one. */
export type Selection = { readonly by: Names; readonly word: string; readonly format: Format };

/** The step to the object around, written `^`: from an item of a list, to the object that has the list. */
export const outward = Object.freeze({ outward: true });

/** A step: the name of a member, the selection of an item, or out to the object around. Steps outward come first. */
export type Step = string | Selection | typeof outward;

export const isSelection = (step: Step | undefined): step is Selection =>
  typeof step === 'object' && 'by' in step;
export const isOutward = (step: Step | undefined): step is typeof outward => step === outward;

/** The steps of a path, from the outside in. None of the path `.`, which is the value itself. */
export type Steps = readonly Step[];

/** Steps that are names, such as those to the records. */
export type Names = readonly string[];

export const areNames = (steps: Steps): steps is Names => steps.every(step => typeof step === 'string');

/** A step as tables write it, but for its escapes. */
export const stepText = (step: Step): string => {
  if (typeof step === 'string') return step;
  return isSelection(step) ? `[${step.by.join('/')}=${step.word}]` : '^';
};

/** A path as tables write it, but for its escapes. */
export const pathText = (steps: Steps): string => steps.map(stepText).join('/').replaceAll('/[', '[');

/** The last name in a path. */
export const lastName = (steps: Steps): string | undefined =>
  steps.findLast(step => typeof step === 'string');

/** A path from an object, and one from what it leads to, as one path: what goes outward takes names away. */
export const joinedSteps = (steps: Steps, more: Steps): Steps => {
  const joined = [...steps];
  for (const step of more) {
    const isBelow = joined.length > 0 && !isOutward(joined.at(-1));
    if (!isOutward(step) || !isBelow) joined.push(step);
    // An item that is selected stands in the list of the name before.
    else if (isSelection(joined.pop())) joined.pop();
  }
  return joined;
};

/** A name, and the selection after it. */
const selecting = /^([^[\]]+)\[([^[\]=]+)=([^[\]=]+)\]$/;

/** The steps of a path as they are written: a slash within brackets separates none. */
const writtenSteps = (path: string): string[] => path.split(/\/(?![^[]*\])/);

/** The names in a path, without selections. */
const namesIn = (path: string): string[] => writtenSteps(path).map(step => selecting.exec(step)?.[1] ?? step);

const plainNames =
  'a path of plain names, with an item selected by a word without quotes, as in numbers[type=PNR]: tables have no patterns, indexes and functions';

const namesFault = (names: readonly string[], format: Format): string | undefined => {
  if (names.some(name => name === '')) return 'a path with a name between the slashes, and none at its ends';
  if (names.some(name => name === '.' || name === '..')) return 'a path without . and .. among its names';
  if (names.some(name => /[*[\]$?(){}|\p{Cc}]/u.test(name))) return plainNames;
  if (names.some(name => /~(?![01])/.test(name)))
    return 'a path in which ~ is written ~0 (and a slash in a name ~1)';
  return format === 'json' && names.some(name => name.startsWith('@'))
    ? 'a path without @, which marks attributes of XML'
    : undefined;
};

/** Whether something follows an attribute, which has nothing within. */
const isWithinAttribute = (names: readonly string[]): boolean =>
  names.slice(0, -1).some(name => name.startsWith('@'));

/** The names that go out to objects around. */
const leadingOutward = /^(?:\^\/)+/;

const attributeFault = 'a path with nothing after an attribute (@)';

/** Why a path cannot be read, as the end of "expected …"; undefined if it can. */
export const pathFault = (whole: string, format: Format): string | undefined => {
  if (whole === '.') return undefined;
  const path = whole.replace(leadingOutward, '');
  const names = namesIn(path);
  if (names.includes('^'))
    return 'a path with a name after ^: each ^ at its beginning goes to the object around';
  const wrong = namesFault(names, format);
  if (wrong !== undefined) return wrong;
  for (const step of writtenSteps(path)) {
    const [, , by = '', word = ''] = selecting.exec(step) ?? [];
    if (by === '') continue;
    const within = by.split('/');
    if (within.includes('^')) return 'a path without ^ in brackets: what selects an item is within the item';
    const wrongSelection = namesFault([...within, word], format);
    if (wrongSelection !== undefined) return wrongSelection;
    if (/[!<>]$/.test(by) || /^["']/.test(word)) return plainNames;
    if (isWithinAttribute(within)) return attributeFault;
  }
  const isSelected = path.endsWith(']') && names.at(-1)?.startsWith('@') === true;
  return isSelected || isWithinAttribute(names) ? attributeFault : undefined;
};

const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

/** The steps of a path without faults. */
export const stepsOf = (path: string, format: Format): Steps => {
  if (path === '.') return [];
  return writtenSteps(path).flatMap((written): Step[] => {
    if (written === '^') return [outward];
    const [, name, by = '', word = ''] = selecting.exec(written) ?? [];
    if (name === undefined) return [unescaped(written)];
    return [unescaped(name), { by: by.split('/').map(unescaped), word: unescaped(word).trim(), format }];
  });
};

/** Whether a path goes to an object around and no further. */
export const isOutwardAlone = (path: string): boolean => /^\^(?:\/\^)*$/.test(path);

/** Where records stand: the steps to them, and which of these are lists (`Kontakter*`), by their index. */
export type RecordsPath = { readonly steps: Steps; readonly lists: ReadonlySet<number> };

/** Why a path to records cannot be read, as the end of "expected …"; undefined if it can. */
export const recordsPathFault = (path: string, format: Format): string | undefined => {
  if (path === '.') return undefined;
  const written = writtenSteps(path);
  const wrong = pathFault(written.map(name => name.replace(/\*$/, '')).join('/'), format);
  if (wrong !== undefined) return wrong;
  if (written.includes('^')) return 'a path without ^: it starts at the answer';
  if (written.some(name => name.endsWith(']*')))
    return 'a path without * after ]: an item is selected, and no list';
  const hasLists = written.some(name => name.endsWith('*'));
  if (hasLists && !written.at(-1)?.endsWith('*'))
    return 'a path with * after its last name too: it is the list of the records';
  return format === 'xml' && written[0]?.endsWith('*') === true
    ? 'a path without * after its first name: the root element is one'
    : undefined;
};

/** A path to records without faults. Without a `*` in it, the last name is the only list. */
export const recordsPathOf = (path: string, format: Format): RecordsPath => {
  const steps: Step[] = [];
  const lists = new Set<number>();
  for (const written of path === '.' ? [] : writtenSteps(path)) {
    if (written.endsWith('*')) lists.add(steps.length);
    steps.push(...stepsOf(written.replace(/\*$/, ''), format));
  }
  return { steps, lists: lists.size === 0 ? new Set([steps.length - 1]) : lists };
};
