/** Stripe writes times in Unix seconds. */
export const seconds = (ms: number): number => Math.floor(ms / 1000);
