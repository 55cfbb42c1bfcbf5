/** A copy without the undefined members: records omit what is unknown. */
export const omitUndefined = <T extends object>(members: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
