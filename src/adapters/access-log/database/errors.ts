// What an error of the database means. Only its code is logged, because its message and detail quote values.

/** The errors of `pg` that have no code: their messages, and the codes that stand for them. */
const uncoded: readonly (readonly [message: RegExp, code: string])[] = [
  [/timeout/i, 'ETIMEDOUT'],
  [/Connection terminated|not queryable/i, 'ECONNRESET'],
  [/does not support SSL/i, 'ENOTLS'],
];

/** SQLSTATE (five characters), the operating system's code, or the one that stands for an error of `pg`; undefined for any other error. */
export const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code)) return code;
  return uncoded.find(([message]) => message.test(error.message))?.[1];
};

/** Beginning of a SQLSTATE → its meaning for operators. */
const meanings: readonly (readonly [start: string, meaning: string])[] = [
  ['25006', 'the database is read-only, for example a standby'],
  ['42501', 'the role lacks a right'],
  ['42P01', 'there is no table'],
  ['3F000', 'there is no schema'],
  ['53100', 'the disk of the database is full'],
  ['53300', 'the database has too many connections'],
  ['57014', 'the statement took too long'],
  ['55P03', 'a lock took too long'],
  ['57P', 'the database is starting or stopping'],
  ['28', 'the database refused the role or its password'],
  ['3D000', 'there is no such database'],
  ['58', 'the database has a problem with its files'],
  ['42P05', 'a pooler mixes the statements of its clients: use its session mode'],
  ['26000', 'a pooler mixes the statements of its clients: use its session mode'],
  ['22', 'a value does not fit'],
  ['23', 'a value does not fit'],
  ['54', 'a value does not fit'],
];

/** The parameters with which connections are opened, for the message of a pooler that refuses one. */
const refusedParameter =
  /unsupported startup parameter(?: in options)?: (statement_timeout|lock_timeout|idle_in_transaction_session_timeout|options|synchronous_commit)/;

const meaningOf = (code: string | undefined, error: unknown): string | undefined => {
  const [, parameter] = refusedParameter.exec(error instanceof Error ? error.message : '') ?? [];
  if (parameter !== undefined)
    return `a pooler refused the start parameter ${parameter}: see "Connections" in docs/access-log.md`;
  return meanings.find(([start]) => /^[0-9A-Z]{5}$/.test(code ?? '') && code?.startsWith(start))?.[1];
};

/** An error of the database for the service's log: its code and what it means. */
export const describeDatabaseError = (error: unknown): { code: string | undefined; meaning: string } => {
  const code = codeOf(error);
  return { code, meaning: meaningOf(code, error) ?? 'no usable connection to the database' };
};

/**
 * Whether an error of a statement says that nothing was committed: the server refused or cancelled it. Any other error leaves the
 * outcome open, also that of a server which is stopping: it may have committed before.
 */
export const isRolledBack = (error: unknown): boolean =>
  /^((2|42|53|54|55)[0-9A-Z]+|57014)$/.test(codeOf(error) ?? '');

/** Whether the server refused a value: then only some entries of a batch are at fault. */
export const isAboutValues = (error: unknown): boolean => /^(22|23|54)[0-9A-Z]{3}$/.test(codeOf(error) ?? '');
