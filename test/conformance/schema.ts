/** A JSON Schema or an OpenAPI schema object. */
export type Schema = { readonly [keyword: string]: unknown };
