// The answers that the pages share: going from one place to another does not ask again within a minute.

const keptFor = 60_000;

/**
 * @param {{ call: Function, patient: string | undefined, onKept: (call: object) => void }} options `onKept` is told of the call
 *   behind an answer that was kept.
 * @returns `read` reads a path and keeps its answer; `readAt` says when it last did, in milliseconds since 1970; `forget` forgets the
 *   answers of a path, such as after a write.
 */
export const answersFor = ({ call, patient, onKept }) => {
  const kept = new Map();
  const times = new Map();
  const read = path => {
    const found = kept.get(path);
    // Without a network, what was read is better than nothing: the page says of when it is.
    if (found !== undefined && (Date.now() - found.at < keptFor || !navigator.onLine)) {
      found.answer.then(
        answer => onKept(answer.call),
        () => undefined,
      );
      return found.answer;
    }
    const answer = call(path, { patient });
    kept.set(path, { at: Date.now(), answer });
    // A failure is not kept, so the page can be tried again. Whoever reads it is told.
    answer.then(
      () => times.set(path, Date.now()),
      () => kept.delete(path),
    );
    return answer;
  };
  const forget = start => {
    for (const path of kept.keys()) if (path.startsWith(start)) kept.delete(path);
  };
  return { read, forget, readAt: path => times.get(path) };
};
