const patience = 6_000;

/**
 * Asks every 50 ms until the answer is one to go on with; throws with the last one after 6,000 answers. Patience is counted in answers, not in
 * seconds: where everything takes longer, so do they. A busy machine's 503 does not have what `isGood` looks into, and is no answer to go on with.
 */
export const until = async <T>(ask: () => Promise<T>, isGood: (answer: T) => boolean): Promise<T> => {
  for (let asked = 1; ; asked++) {
    const answer = await ask();
    if (holds(isGood, answer)) return answer;
    if (asked === patience) throw new Error(`still ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

const holds = <T>(isGood: (answer: T) => boolean, answer: T): boolean => {
  try {
    return isGood(answer);
  } catch (error) {
    if ((answer as { readonly status?: unknown } | undefined)?.status === 503) return false;
    throw error;
  }
};
