// Media types of bodies, and the charsets that they name.

const jsonTypes = new Set([
  'application/fhir+json',
  'application/json+fhir',
  'application/json',
  'text/json',
]);

/** The media type of a `Content-Type`, in lower case and without parameters; undefined without one. */
export const mediaTypeOf = (contentType: string | undefined): string | undefined => {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return type === '' ? undefined : type;
};

/** The value of `charset`, in lower case; undefined without one. */
export const charsetIn = (contentType: string | undefined): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s";]+)"?/i.exec(contentType ?? '')?.[1]?.toLowerCase();

/** Whether a body is JSON in UTF-8. A missing charset counts as UTF-8. */
export const isJson = (contentType: string | undefined): boolean => {
  const charset = charsetIn(contentType);
  return jsonTypes.has(mediaTypeOf(contentType) ?? '') && (charset === undefined || /^utf-?8$/.test(charset));
};
