const patience = 6_000;

/**
 * Asks every 50 ms until the answer is one to go on with; throws with the last one after 6,000 answers. Patience is counted in answers, not in
 * seconds: where everything takes longer, so do they.
 */
export const until = async <T>(ask: () => Promise<T>, isGood: (answer: T) => boolean): Promise<T> => {
  for (let asked = 1; ; asked++) {
    const answer = await ask();
    if (isGood(answer)) return answer;
    if (asked === patience) throw new Error(`still ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
