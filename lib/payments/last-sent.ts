import type { Charge } from '../types/records.ts';

/** When the last call that can take money for an attempt was begun. Unix milliseconds. */
export const lastSent = ({ started, completing }: Charge): number => completing ?? started;
