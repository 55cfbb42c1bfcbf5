// Which paths below a FHIR server's base URL may hold the content of a note.

/** The decoded segments of a path; none if they cannot be decoded. */
const segmentsOf = (path: string): string[] => {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return [];
  }
};

/** How the paths of FHIR's own interactions begin: with a type, `_history`, `_search` or an operation, or with nothing. */
const interaction = /^(?:[A-Z_$]|$)/;

/** How the path of a resource's content ends: its Binary, or the operation of HAPI that returns its bytes. */
const contents = ['Binary', '$binary-access-read'];

/** What may stand in place of an id. */
const noId = /^(?:_|$)/;

/** Whether a path is that of a Binary. */
export const isBinary = (path: string): boolean => /^\/Binary\/[^/?]+/.test(path);

/**
 * Whether a content may be read from a path: a Binary, the content of a resource (`Document/1/Binary`), or what is no
 * interaction of FHIR. The others return resources, of any patient: as JSON they are no text, but servers such as HAPI make
 * HTML of them if that is accepted.
 * @param path below the base URL, with its query.
 */
export const mayHoldContent = (path: string): boolean => {
  const [first = '', ...others] = segmentsOf(path.split('?', 1)[0] ?? '');
  if (first === 'Binary') return !noId.test(others[0] ?? '');
  return contents.includes(others.at(-1) ?? '') || !interaction.test(first);
};
