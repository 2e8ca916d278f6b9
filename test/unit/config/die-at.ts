/** From its nth call of this method on, the process is gone: nothing it calls has an effect any more. Returns what starts the next one. */
export const dieAt = (
  ports: readonly object[],
  method: string,
  nth: number,
  after: boolean,
): (() => void) => {
  let calls = 0;
  let alive = true;
  let armed = true;
  for (const port of ports as readonly Record<string, (...given: unknown[]) => Promise<unknown>>[])
    for (const [name, original] of Object.entries(port))
      port[name] = async (...given) => {
        if (armed && name === method) calls += 1;
        const dies = armed && alive && name === method && calls === nth;
        if (alive && (!dies || after)) {
          const answer = await original(...given);
          if (!dies) return answer;
        }
        alive = false;
        throw new Error('the process is gone');
      };
  return () => {
    alive = true;
    armed = false;
  };
};
