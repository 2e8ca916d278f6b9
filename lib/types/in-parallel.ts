/** Runs `work` on each item, at most `atOnce` at a time. Resolves to the results in no particular order; rejects with the first failure. */
export const inParallel = async <Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const waiting = items.values();
  const results: Result[] = [];
  const worker = async (): Promise<void> => {
    for (const item of waiting) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
};
