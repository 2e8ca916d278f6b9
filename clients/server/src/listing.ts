type Page = {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
  readonly previous_cursor: string | null;
};

type Cursors = { readonly starting_after?: string; readonly ending_before?: string };

/** A page, once awaited. With `for await`, every row from there on, page by page: towards older ones, or with `ending_before` towards newer ones. */
export type Listing<List extends Page> = Promise<List> & AsyncIterable<List['data'][number]>;

export const createListing = <Query extends Cursors, List extends Page>(
  query: Query,
  send: (query: Query) => Promise<List>,
): Listing<List> => {
  const first = send(query);
  return Object.assign(first, {
    [Symbol.asyncIterator]: () => rows(query, first, send) as AsyncGenerator<List['data'][number]>,
  });
};

async function* rows<Query extends Cursors, List extends Page>(
  query: Query,
  first: Promise<List>,
  send: (query: Query) => Promise<List>,
): AsyncGenerator<unknown> {
  const backwards = query.ending_before !== undefined;
  let page = await first;
  for (;;) {
    yield* backwards ? [...page.data].reverse() : page.data;
    const cursor = backwards ? page.previous_cursor : page.next_cursor;
    if (cursor === null) return;
    page = await send({ ...query, [backwards ? 'ending_before' : 'starting_after']: cursor });
  }
}
