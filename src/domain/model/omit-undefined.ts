/** A copy without the undefined members: records omit what is unknown. Called for every part of every record. */
export const omitUndefined = <T extends object>(members: { [K in keyof T]: T[K] | undefined }): T => {
  const kept: Partial<T> = {};
  for (const name of Object.keys(members) as (keyof T)[]) {
    const value = members[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept as T;
};
