import { errorName } from '../../types/error-name.ts';
import { foldHealth } from './fold-health.ts';
import type { HealthPorts } from './health-ports.ts';

/** Updates health beside other work, which must not fail with it: failures are reported, and the next run continues. */
export const keepHealth = async (ports: HealthPorts): Promise<void> => {
  try {
    await foldHealth(ports);
  } catch (error) {
    ports.log({ event: 'health_not_folded', error: errorName(error) });
  }
};
