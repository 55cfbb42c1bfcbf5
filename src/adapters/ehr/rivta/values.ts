// Values of the wire as values of the published records. What is absent or empty stays absent.
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import type { Identifier } from '../../../domain/records/shared/common.ts';
import { numberRoots } from '../../../domain/rules/foreign.ts';
import type { Loss } from '../../../ports/ehr.ts';
import type { CvType, IiType } from './wire-types.ts';

/** Counts a value that the record lacks (D29), by its element path. */
export type Lose = (path: string, reason?: Loss['reason']) => void;

/** An object of the members that are there; undefined where there is none. */
export const some = <T extends object>(members: { [K in keyof T]: T[K] | undefined }): T | undefined => {
  const found = omitUndefined<T>(members);
  return Object.keys(found).length === 0 ? undefined : found;
};

/** A text that says something. */
export const filled = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text;

/** The texts that say something, each once. */
export const filledOnce = (...texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.flatMap(text => filled(text) ?? [])),
];

/** The texts that say something, a line each. */
export const lines = (...texts: readonly (string | undefined)[]): string | undefined =>
  filled(filledOnce(...texts).join('\n'));

/** A list with something in it. */
export const several = <T>(items: readonly (T | undefined)[]): T[] | undefined => {
  const found = items.filter(item => item !== undefined);
  return found.length === 0 ? undefined : found;
};

export const timeValue = (time: string | undefined) => (time === undefined ? undefined : { value: time });

const hsaRoot = '1.2.752.129.2.1.4.1';

export const hsaId = (id: string | undefined): Identifier | undefined =>
  filled(id) === undefined ? undefined : omitUndefined<Identifier>({ root: hsaRoot, extension: id });

/** An id of the source system's own, whose register is not told. */
export const localId = (id: string | undefined): Identifier | undefined => some({ extension: filled(id) });

export const identifier = ({ root, extension }: IiType = {}): Identifier | undefined =>
  some({ root: filled(root), extension: filled(extension) });

/** The words of a coded value: its name, else what was written instead of a code, else the code. */
export const words = ({ displayName, originalText, code }: CvType = {}): string | undefined =>
  filled(displayName) ?? filled(originalText) ?? filled(code);

export const coded = (cv: CvType = {}) =>
  some({
    code: filled(cv.code),
    codeSystem: filled(cv.codeSystem),
    codeSystemName: filled(cv.codeSystemName),
    codeSystemVersion: filled(cv.codeSystemVersion),
    displayName: some({ value: filled(cv.displayName) ?? filled(cv.originalText) }),
  });

/** The code of a coded value as an id in its code system. */
export const codeAsId = ({ code, codeSystem }: CvType = {}): Identifier | undefined =>
  filled(code) === undefined ? undefined : identifier({ root: codeSystem ?? '', extension: code ?? '' });

/** The root of a person number; the region's own for reserve numbers. */
export const typeOfNumber = (
  kind: 'personal' | 'coordination' | 'reserve',
  reserveRoot: string | undefined,
): string => (kind === 'reserve' ? (reserveRoot ?? '') : numberRoots[kind]);
