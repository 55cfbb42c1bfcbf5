// Names of members in paths and messages. The keys of an object can be data, which no log and no label of a metric may have.

/** A name as people give one, in XML with its namespace and a mark: `icd10`, `@unit`, `v:status`. */
const nameForm = /^[@#]?(?:\*:)?[\p{L}_$][\p{L}\p{N}_$.:-]{0,63}$/u;
/** A number or an id has more. */
const maxDigits = 5;

/** The name of a member, or `…` if it may be data: a number, an id or a text. */
export const shownName = (name: string): string =>
  nameForm.test(name) && (name.match(/\p{N}/gu)?.length ?? 0) <= maxDigits ? name : '…';
