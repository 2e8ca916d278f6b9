type Cursor = {
  readonly limit?: number | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
};

/** One page of a list, newest first, in Stripe's form: 10 objects by default. */
export const pageOf = <T extends { readonly id: string }>(
  all: readonly T[],
  { limit = 10, starting_after, ending_before }: Cursor,
): { readonly items: readonly T[]; readonly has_more: boolean } => {
  const from = starting_after === undefined ? 0 : all.findIndex(({ id }) => id === starting_after) + 1;
  const to = ending_before === undefined ? all.length : all.findIndex(({ id }) => id === ending_before);
  const window = all.slice(from, to);
  const items = ending_before === undefined ? window.slice(0, limit) : window.slice(-limit);
  return { items, has_more: window.length > limit };
};
