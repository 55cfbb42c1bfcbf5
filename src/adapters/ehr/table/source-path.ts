// Paths in an answer of the EHR, as tables write them.

/** The names on a path, from the outside in. None of the path `.`, which is the value itself. */
export type Steps = readonly string[];

/** Why a path cannot be read, as the end of "expected …"; undefined if it can. */
export const pathFault = (path: string, format: 'json' | 'xml'): string | undefined => {
  if (path === '.') return undefined;
  const steps = path.split('/');
  if (steps.some(step => step === '')) return 'a path with a name between the slashes, and none at its ends';
  if (steps.some(step => step === '.' || step === '..')) return 'a path without . and .. among its names';
  if (steps.some(step => /[*[\]$?(){}|\p{Cc}]/u.test(step)))
    return 'a path of plain names: tables have no patterns, indexes and functions';
  if (steps.some(step => /~(?![01])/.test(step)))
    return 'a path in which ~ is written ~0 (and a slash in a name ~1)';
  const attribute = steps.findIndex(step => step.startsWith('@'));
  if (attribute === -1) return undefined;
  if (format === 'json') return 'a path without @, which marks attributes of XML';
  return attribute === steps.length - 1 ? undefined : 'a path with nothing after an attribute (@)';
};

/** The steps of a path without faults. */
export const stepsOf = (path: string): Steps =>
  path === '.' ? [] : path.split('/').map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
