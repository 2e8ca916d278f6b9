/** Asks until the answer is one to go on with. The test's own time limit ends it otherwise. */
export const until = async <T>(ask: () => Promise<T>, isGood: (answer: T) => boolean): Promise<T> => {
  for (;;) {
    const answer = await ask();
    if (isGood(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
