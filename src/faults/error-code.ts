// What an error is called where its message must not be shown: messages of libraries may quote data.

/** The code of an error, such as `ENOENT`, or the name of one that has none, such as `TypeError`. */
export const errorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};
