import { randomBytes } from 'node:crypto';

/** Stands in for the proof of a distribution, since there is none here: it keys the addresses in log lines, and no caller can present it. */
export const newOriginProof = (): string => randomBytes(32).toString('hex');
