// What the competitors are told by bench/servers/servers.ts.
const environment = process.env;

export const { PORT, EHR, ISSUER, AUDIENCE, SUBSCRIPTION_KEY, LOG_FILE } = environment;

/** The kinds that all competitors serve (bench/data/kinds.ts), and the trees that theirs refer to by name. */
export const kinds = JSON.parse(environment.KINDS);
export const namedTrees = JSON.parse(environment.NAMED_TREES);

/** Converts a text to a value, by type. */
export const readers = {
  boolean: text => text === 'true' || text === '1',
  number: text => Number(text.replace(',', '.')),
  integer: text => Number(text),
};
