// An answer that was saved to a file: an envelope, or one with its attachments around it.

/** A boundary stands in the first line, which may follow an empty one. */
const firstBoundary = /^\s*--([^\r\n]{1,70})\r?\n/;

/** What the `Content-Type` of a saved answer was. */
export const savedContentType = (file: Uint8Array): string => {
  const begin = Buffer.from(file.subarray(0, 200)).toString('latin1');
  const [, boundary] = firstBoundary.exec(begin) ?? [];
  return boundary === undefined ? 'text/xml' : `multipart/related; boundary="${boundary.trimEnd()}"`;
};
