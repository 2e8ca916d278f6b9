type Read<T> = (id: string, signal: AbortSignal) => Promise<T>;

/** Reads what never changes, once for each id as long as the page is open. */
export const readOnce = <T>(read: Read<T>): Read<T> => {
  const known = new Map<string, T>();
  return async (id, signal) => {
    if (!known.has(id)) known.set(id, await read(id, signal));
    return known.get(id) as T;
  };
};
