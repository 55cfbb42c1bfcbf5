// Paths in an answer of the EHR, as tables write them: `unit/name`, or `identifiers[type=PNR]/value`, which selects an item of a list.

type Format = 'json' | 'xml';

/** A step to the item of a list that has a word. In XML, an element that occurs once is a list of one. */
export type Selection = { readonly by: string; readonly word: string; readonly format: Format };

/** A step: the name of a member, or the selection of an item. */
export type Step = string | Selection;

/** The steps of a path, from the outside in. None of the path `.`, which is the value itself. */
export type Steps = readonly Step[];

/** Steps that are names, such as those to the records. */
export type Names = readonly string[];

export const areNames = (steps: Steps): steps is Names => steps.every(step => typeof step === 'string');

/** A step as tables write it, but for its escapes. */
export const stepText = (step: Step): string =>
  typeof step === 'string' ? step : `[${step.by}=${step.word}]`;

/** A path as tables write it, but for its escapes. */
export const pathText = (steps: Steps): string => steps.map(stepText).join('/').replaceAll('/[', '[');

/** A name, and the selection after it. */
const selecting = /^([^[\]]+)\[([^[\]=]+)=([^[\]=]+)\]$/;

/** The names in a path, without selections. */
const namesIn = (path: string): string[] => path.split('/').map(step => selecting.exec(step)?.[1] ?? step);

const namesFault = (names: readonly string[], format: Format): string | undefined => {
  if (names.some(name => name === '')) return 'a path with a name between the slashes, and none at its ends';
  if (names.some(name => name === '.' || name === '..')) return 'a path without . and .. among its names';
  if (names.some(name => /[*[\]$?(){}|\p{Cc}]/u.test(name)))
    return 'a path of plain names, or of a name with the word of an item, as in numbers[type=PNR]: tables have no patterns, indexes and functions';
  if (names.some(name => /~(?![01])/.test(name)))
    return 'a path in which ~ is written ~0 (and a slash in a name ~1)';
  return format === 'json' && names.some(name => name.startsWith('@'))
    ? 'a path without @, which marks attributes of XML'
    : undefined;
};

/** Why a path cannot be read, as the end of "expected …"; undefined if it can. */
export const pathFault = (path: string, format: Format): string | undefined => {
  if (path === '.') return undefined;
  const names = namesIn(path);
  const wrong = namesFault(names, format);
  if (wrong !== undefined) return wrong;
  const selections = path.split('/').flatMap(step => selecting.exec(step)?.slice(2) ?? []);
  const wrongSelection = selections.length === 0 ? undefined : namesFault(selections, format);
  if (wrongSelection !== undefined) return wrongSelection;
  const attribute = names.findIndex(name => name.startsWith('@'));
  const isWithin = attribute !== -1 && (attribute < names.length - 1 || path.endsWith(']'));
  return isWithin ? 'a path with nothing after an attribute (@)' : undefined;
};

const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

/** The steps of a path without faults. */
export const stepsOf = (path: string, format: Format): Steps => {
  if (path === '.') return [];
  return path.split('/').flatMap((written): Step[] => {
    const [, name, by = '', word = ''] = selecting.exec(written) ?? [];
    if (name === undefined) return [unescaped(written)];
    return [unescaped(name), { by: unescaped(by), word: unescaped(word).trim(), format }];
  });
};
