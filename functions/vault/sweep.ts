import { sweepCvcs } from '../../lib/custody/sweep-cvcs.ts';
import { managePorts } from '../../lib/edge/manage-ports.ts';

/** Runs every minute. */
export const handler = (): Promise<void> => sweepCvcs(managePorts());
