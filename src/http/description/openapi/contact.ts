// Whom app developers ask (the setting DOCS_CONTACT).

/** Whom app developers ask, as OpenAPI's Contact Object has it: a page or a mail address. */
export type ApiContact = { readonly url: string } | { readonly email: string };
