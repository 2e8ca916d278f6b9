const atOnce = 8;

/** Works on each, eight at a time. */
export const inParallel = async (
  ids: readonly string[],
  work: (id: string) => Promise<void>,
): Promise<void> => {
  const queue = [...ids];
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) await work(id);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, worker));
};
