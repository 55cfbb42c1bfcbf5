// Where clients get their tokens, for the API description.
export type IssuerEndpoints = { readonly authorization: string | undefined; readonly token: string };

/** The endpoints of the issuer; undefined while it has not told them. */
export type FindIssuerEndpoints = () => Promise<IssuerEndpoints | undefined>;
