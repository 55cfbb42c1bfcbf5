// Translates values on the wire to published ones. What is absent or empty stays absent.
import type { Identifier } from '../../../domain/records/shared/common.ts';
import { nonBlank, partialObject } from '../translation/values.ts';
import type { CvType, IiType } from './wire-types.ts';

/** An id of a source system. It has no root. */
export const localIdentifier = (id: string | undefined): Identifier | undefined =>
  partialObject({ extension: nonBlank(id) });

/** An id with its root. */
export const identifier = ({ root, extension }: IiType = {}): Identifier | undefined =>
  partialObject({ root: nonBlank(root), extension: nonBlank(extension) });

// These functions read only what they return: values that are not read are counted as unmapped (documents.ts).

/** The display name of a coded value, else its original text. */
export const displayNameOf = (cv: CvType = {}): string | undefined =>
  nonBlank(cv.displayName) ?? nonBlank(cv.originalText);

/** The text of a coded value: its display name, else its original text, else its code. */
export const displayText = (cv: CvType = {}): string | undefined => displayNameOf(cv) ?? nonBlank(cv.code);

/** A coded value as it is published. */
export const codedValue = (cv: CvType = {}) =>
  partialObject({
    code: nonBlank(cv.code),
    codeSystem: nonBlank(cv.codeSystem),
    codeSystemName: nonBlank(cv.codeSystemName),
    codeSystemVersion: nonBlank(cv.codeSystemVersion),
    displayName: partialObject({ value: displayNameOf(cv) }),
  });

/** The code of a coded value as an id in its code system. */
export const codeAsId = (cv: CvType = {}): Identifier | undefined =>
  nonBlank(cv.code) === undefined
    ? undefined
    : partialObject({ root: nonBlank(cv.codeSystem), extension: nonBlank(cv.code) });
