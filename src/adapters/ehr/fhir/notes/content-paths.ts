// Which paths below a FHIR server's base URL may hold the content of a note.

/** The decoded segments of a path; none if they cannot be decoded. */
const segmentsOf = (path: string): string[] => {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return [];
  }
};

/** The first segment of a FHIR interaction's path: a type, `_history`, `_search` or an operation; empty for the base itself. */
const interaction = /^(?:[A-Z_$]|$)/;

/** The last segment of the path of a resource's content: its Binary, or HAPI's operation that returns the bytes. */
const contentSegments = ['Binary', '$binary-access-read'];

/** A segment that is not an id: `_history`, `_search`, or none. */
const noId = /^(?:_|$)/;

/** Whether a path is that of a Binary. */
export const isBinary = (path: string): boolean => /^\/Binary\/[^/?]+/.test(path);

/**
 * Whether content may be read from a path: that of a Binary, of a resource's content (`Document/1/Binary`), or one that is not
 * a FHIR interaction. Other interactions return resources, of any patient. As JSON they are not published as text, but servers
 * such as HAPI render them as HTML if the client accepts it.
 * @param path below the base URL, with its query.
 */
export const mayHoldContent = (path: string): boolean => {
  const [first = '', ...others] = segmentsOf(path.split('?', 1)[0] ?? '');
  if (first === 'Binary') return !noId.test(others[0] ?? '');
  return contentSegments.includes(others.at(-1) ?? '') || !interaction.test(first);
};
