// The notation of record trees: the structure of each record and extract, independent of the service's schemas, so tests
// can compare the two. The sandbox writes its XML from them.

/** A member: the name of a value type, the name of a recursive tree, an array, or an object. */
export type Tree = string | readonly [Tree] | { readonly [member: string]: Tree };

/**
 * Value types: `string`, `boolean`, `number`, `integer`; `Identifier`, `Time`, `Date`, `Coded`, `Version` (objects);
 * `time text` (a time that is a plain string); `Any` (a free-form object). `$self` is the text of an element.
 */
export type ObjectTree = { readonly [member: string]: Tree };

export const isArrayTree = (tree: Tree): tree is readonly [Tree] => Array.isArray(tree);
