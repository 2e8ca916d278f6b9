/** The function that asks every minute whether the public address and the PSPs can be reached. */
export const probeName = 'probe-reachability';
