/** For a log, which never shows a message: it may hold what a caller sent. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
