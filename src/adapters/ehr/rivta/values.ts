// Values of the wire as values of the published records. What is absent or empty stays absent.
import type { Identifier } from '../../../domain/records/shared/common.ts';
import { nonBlank, partialObject } from '../translation/values.ts';
import type { CvType, IiType } from './wire-types.ts';

export {
  type CountLoss,
  hsaId,
  joinedLines,
  nonBlank,
  nonEmptyList,
  numberRoot,
  partialObject,
  timeValue,
  uniqueTexts,
} from '../translation/values.ts';

/** An id of the source system's own, whose register is not told. */
export const localId = (id: string | undefined): Identifier | undefined =>
  partialObject({ extension: nonBlank(id) });

export const identifier = ({ root, extension }: IiType = {}): Identifier | undefined =>
  partialObject({ root: nonBlank(root), extension: nonBlank(extension) });

// These read no more of a coded value than they return: what is not read is counted as unmapped (documents.ts).

/** The name of a coded value, else what was written instead of a code. */
export const nameOf = (cv: CvType = {}): string | undefined =>
  nonBlank(cv.displayName) ?? nonBlank(cv.originalText);

/** The words of a coded value: its name, else what was written instead of a code, else the code. */
export const words = (cv: CvType = {}): string | undefined => nameOf(cv) ?? nonBlank(cv.code);

export const coded = (cv: CvType = {}) =>
  partialObject({
    code: nonBlank(cv.code),
    codeSystem: nonBlank(cv.codeSystem),
    codeSystemName: nonBlank(cv.codeSystemName),
    codeSystemVersion: nonBlank(cv.codeSystemVersion),
    displayName: partialObject({ value: nameOf(cv) }),
  });

/** The code of a coded value as an id in its code system. */
export const codeAsId = (cv: CvType = {}): Identifier | undefined =>
  nonBlank(cv.code) === undefined
    ? undefined
    : partialObject({ root: nonBlank(cv.codeSystem), extension: nonBlank(cv.code) });
