// The words for JSON values in this adapter, and the objects in a list. They are read by `adapters/ehr/json`, with exact digits.
import { isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';

export {
  digitsOf,
  type ExactNumber,
  isExactNumber as isExact,
  isJsonObject as isObject,
  type Json,
  type JsonObject,
} from '../../../../domain/model/json.ts';

/** The objects in a list; none in any other value. */
export const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];
