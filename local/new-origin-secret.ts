import { randomBytes } from 'node:crypto';

/** A fresh secret of the distribution in front, as the functions read it. None is in front here: it keys the addresses in log lines. */
export const newOriginSecret = (): string => JSON.stringify({ g1: randomBytes(48).toString('base64url') });
