// The notation of the trees: what each record and extract is made of, written down apart from the service's schemas, so
// that these can be held against it. The sandbox writes its XML by them.

/** A member: the name of a kind of value, the name of a tree that nests itself, an array, or an object. */
export type Tree = string | readonly [Tree] | { readonly [member: string]: Tree };

/**
 * Kinds of value: `string`, `boolean`, `number`, `integer`; `Identifier`, `Time`, `Date`, `Coded`, `Version` (objects);
 * `time text` (a time that is a plain string); `Any` (a free-form object). `$self` is an element's own text.
 */
export type ObjectTree = { readonly [member: string]: Tree };

export const isArrayTree = (tree: Tree): tree is readonly [Tree] => Array.isArray(tree);
