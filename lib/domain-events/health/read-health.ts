import type { Detector } from '../../routing/health/detector.ts';
import { verdictOf } from '../../routing/health/verdict.ts';
import type { HealthVerdict } from '../../types/health.ts';
import type { HealthPorts } from './health-ports.ts';

/** The verdict in force, with the strata's figures from the last time the detector was stored. Undefined before anything was counted. */
export const readHealth = async ({
  health,
}: Pick<HealthPorts, 'health'>): Promise<HealthVerdict | undefined> => {
  const record = await health.record();
  if (record === undefined) return undefined;
  const verdict = await health.verdict(record.version);
  const { version = 0, computed_at = 0 } = verdict ?? {};
  const now = verdictOf(JSON.parse(record.detector) as Detector, {
    version,
    computed_at,
    strata: verdict?.strata ?? [],
  });
  return { ...now, version };
};
