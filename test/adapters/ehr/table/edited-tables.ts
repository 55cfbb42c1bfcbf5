// Tables with a small edit, told as data.

type Members = Readonly<Record<string, unknown>>;

/** By `kinds` and `writes`, the members of each; by `system`, other members of system.json; by another file's name, its rows. */
export type TableEdit = Readonly<Record<string, Members>>;

/** Members with others in their places, or beside them; null takes one away. */
const edited = (members: object, edit: unknown): object =>
  Object.fromEntries(Object.entries({ ...members, ...(edit ?? {}) }).filter(([, value]) => value !== null));

const eachEdited = (parts: object, edits: Members): object =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, edited(part, edits[name])]));

/** Right tables, by the names of their files, with an edit. */
export const editedTables = <
  T extends { readonly system: { readonly kinds: object; readonly writes: object } },
>(
  right: T,
  { kinds = {}, writes = {}, system = {}, ...files }: TableEdit,
): T => {
  const parts = {
    kinds: eachEdited(right.system.kinds, kinds),
    writes: eachEdited(right.system.writes, writes),
  };
  return { ...(eachEdited(right, files) as T), system: { ...edited(right.system, system), ...parts } };
};
