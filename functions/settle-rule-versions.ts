import { settleVersions } from '../lib/config/settle-versions.ts';
import { log } from '../lib/runtime/log.ts';
import { newId } from '../lib/runtime/new-id.ts';
import { settlingPorts } from '../lib/runtime/settling-ports.ts';

/**
 * Started every minute while a rule version is open. Records the result of versions whose publisher died or that AppConfig reverted, takes the steps
 * of rollouts, and evaluates their guards.
 */
export const handler = async (): Promise<unknown> => {
  const request_id = newId('req');
  return settleVersions(
    settlingPorts((entry) => log({ request_id, route: 'settle-rule-versions', ...entry })),
  );
};
