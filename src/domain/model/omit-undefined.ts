/** The members that are there: what is undefined is left out, as the published language has it. */
export const omitUndefined = <T extends object>(members: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
