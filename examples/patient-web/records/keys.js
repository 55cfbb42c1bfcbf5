// Names of records in URLs. A record's own id names it; a patient's number is never part of a URL.

const mayBeNumber = /(?<!\d)(18|19|20)\d{6}-?\d{4}$/;

/**
 * @param {object[]} records
 * @param {(record: object) => string | undefined} idOf the id of a record in the health record system.
 * @returns {Map<string, object>} the records by key: the last part of the id, or the place in the list if there is no id, if another
 *   record has the same one, or if it may be a patient's number.
 */
export const keyed = (records, idOf) => {
  const ids = records.map(record =>
    String(idOf(record) ?? '')
      .split(':')
      .at(-1),
  );
  const times = new Map();
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
  return new Map(
    records.map((record, index) => {
      const id = ids[index];
      const isName = id !== '' && times.get(id) === 1 && !mayBeNumber.test(id);
      return [isName ? id : `n${index + 1}`, record];
    }),
  );
};
