import { randomBytes } from 'node:crypto';

/** What stands for a distribution in front, of which there is none here: it keys the addresses in log lines, and nobody can prove to be it. */
export const newOriginProof = (): string => randomBytes(32).toString('hex');
