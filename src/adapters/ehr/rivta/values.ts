// Values of the wire as values of the published records. What is absent or empty stays absent.
import type { Identifier } from '../../../domain/records/shared/common.ts';
import { filled, some } from '../translation/values.ts';
import type { CvType, IiType } from './wire-types.ts';

export {
  filled,
  filledOnce,
  hsaId,
  type Lose,
  lines,
  several,
  some,
  timeValue,
  typeOfNumber,
} from '../translation/values.ts';

/** An id of the source system's own, whose register is not told. */
export const localId = (id: string | undefined): Identifier | undefined => some({ extension: filled(id) });

export const identifier = ({ root, extension }: IiType = {}): Identifier | undefined =>
  some({ root: filled(root), extension: filled(extension) });

// These read no more of a coded value than they return: what is not read is counted as unmapped (documents.ts).

/** The name of a coded value, else what was written instead of a code. */
export const nameOf = (cv: CvType = {}): string | undefined =>
  filled(cv.displayName) ?? filled(cv.originalText);

/** The words of a coded value: its name, else what was written instead of a code, else the code. */
export const words = (cv: CvType = {}): string | undefined => nameOf(cv) ?? filled(cv.code);

export const coded = (cv: CvType = {}) =>
  some({
    code: filled(cv.code),
    codeSystem: filled(cv.codeSystem),
    codeSystemName: filled(cv.codeSystemName),
    codeSystemVersion: filled(cv.codeSystemVersion),
    displayName: some({ value: nameOf(cv) }),
  });

/** The code of a coded value as an id in its code system. */
export const codeAsId = (cv: CvType = {}): Identifier | undefined =>
  filled(cv.code) === undefined
    ? undefined
    : some({ root: filled(cv.codeSystem), extension: filled(cv.code) });
