/** Cold starts of a dozen processes on a busy machine. */
export const patience_ms = 300_000;
