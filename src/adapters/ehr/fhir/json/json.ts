// The words for JSON values in this adapter. They are read by `adapters/ehr/json`, with exact digits.
export {
  digitsOf,
  type ExactNumber,
  isExactNumber as isExact,
  isJsonObject as isObject,
  type Json,
  type JsonObject,
} from '../../../../domain/model/json.ts';
