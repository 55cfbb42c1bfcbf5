/** Something wrong with the configuration: where, and what was expected. Never the value. */
export type Fault = { readonly where: string; readonly expected: string };
