const patienceMs = 30_000;

/** Asks until the answer is one to go on with; throws with the last one after 30 s. */
export const until = async <T>(ask: () => Promise<T>, isGood: (answer: T) => boolean): Promise<T> => {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (isGood(answer)) return answer;
    if (performance.now() > deadline) throw new Error(`still ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
