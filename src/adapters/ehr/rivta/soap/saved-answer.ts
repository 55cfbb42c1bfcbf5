// An answer saved to a file: an envelope, or a multipart message with its attachments.

/** The boundary in the first line, which may follow an empty one. */
const firstBoundary = /^\s*--([^\r\n]{1,70})\r?\n/;

/** The `Content-Type` of a saved answer. */
export const savedContentType = (file: Uint8Array): string => {
  const begin = Buffer.from(file.subarray(0, 200)).toString('latin1');
  const [, boundary] = firstBoundary.exec(begin) ?? [];
  return boundary === undefined ? 'text/xml' : `multipart/related; boundary="${boundary.trimEnd()}"`;
};
