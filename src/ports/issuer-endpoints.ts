// The authorization server's endpoints, for the API description.
export type IssuerEndpoints = { readonly authorization: string | undefined; readonly token: string };

/** The endpoints of the issuer; undefined until they have been fetched. */
export type FindIssuerEndpoints = () => Promise<IssuerEndpoints | undefined>;
