/** One page of a list of AppConfig's. */
export type Page<T> = { readonly Items?: readonly T[] | undefined; readonly NextToken?: string | undefined };
