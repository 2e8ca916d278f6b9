/** One page of an AppConfig list. */
export type Page<T> = { readonly Items?: readonly T[] | undefined; readonly NextToken?: string | undefined };
