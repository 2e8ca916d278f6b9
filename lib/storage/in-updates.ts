/** DynamoDB takes an expression of at most 4 KB and 300 operators. A sum is up to 13 bytes of it. */
const most_sums = 250;

/** The sums of a part of a shard, for as many updates as they need. Each has a position of its own in the shard, so that it is added once. */
export const inUpdates = <Sum>(
  shard: string,
  sums: readonly Sum[],
): readonly { readonly shard: string; readonly sums: readonly Sum[] }[] =>
  Array.from({ length: Math.ceil(sums.length / most_sums) }, (_, index) => ({
    shard: index === 0 ? shard : `${shard}#${index}`,
    sums: sums.slice(index * most_sums, (index + 1) * most_sums),
  }));
