// What the competitors are told by bench/servers/servers.ts.
export const { SERVER, PORT, EHR, ISSUER, AUDIENCE, SUBSCRIPTION_KEY, LOG_FILE } = process.env;

/** The kinds that all competitors serve (bench/data/kinds.ts), and the trees that their trees refer to by name. */
export const kinds = JSON.parse(process.env.KINDS);
export const namedTrees = JSON.parse(process.env.NAMED_TREES);

/** Converts a text to a value, by type. */
export const readers = {
  boolean: text => text === 'true' || text === '1',
  number: text => Number(text.replace(',', '.')),
  integer: text => Number(text),
};
