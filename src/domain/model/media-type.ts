// Media types, as the header `Content-Type` has them (RFC 9110, section 8.3).
import { MIMEType } from 'node:util';

/**
 * Parses a `Content-Type`: `essence` is the type in lower case, `params` its parameters. Undefined without one, and for one that
 * is malformed.
 */
export const parseMediaType = (contentType: string | undefined): MIMEType | undefined => {
  if (contentType === undefined) return undefined;
  try {
    return new MIMEType(contentType);
  } catch {
    // What is not a media type names neither a type nor a charset.
    return undefined;
  }
};

/** The type without its parameters, in lower case. */
export const mediaTypeOf = (contentType: string | undefined): string | undefined =>
  parseMediaType(contentType)?.essence;

/** The charset that a `Content-Type` names, in lower case. */
export const charsetOf = (contentType: string | undefined): string | undefined =>
  parseMediaType(contentType)?.params.get('charset')?.toLowerCase();
