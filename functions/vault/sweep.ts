import { sweepCvcs } from '../../lib/vault/sweep-cvcs.ts';
import { managePorts } from '../../lib/runtime/manage-ports.ts';

/** Runs every minute. */
export const handler = (): Promise<void> => sweepCvcs(managePorts());
