/** `invalid_request_error` → `InvalidRequestError`. */
export const schemaNameOf = (type: string): string =>
  type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
