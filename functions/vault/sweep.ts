import { managePorts } from '../../lib/runtime/manage-ports.ts';
import { sweepCvcs } from '../../lib/vault/sweep-cvcs.ts';

/** Runs every minute. */
export const handler = (): Promise<void> => sweepCvcs(managePorts());
