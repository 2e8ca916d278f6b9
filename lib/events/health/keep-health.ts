import { foldHealth } from './fold-health.ts';
import type { HealthPorts } from './health-ports.ts';

/** Folds health beside something else that must not fail with it: what fails is reported, and the next run goes on. */
export const keepHealth = async (ports: HealthPorts): Promise<void> => {
  try {
    await foldHealth(ports);
  } catch (error) {
    ports.report({ event: 'health_not_folded', error: error instanceof Error ? error.name : 'unknown' });
  }
};
