import { settleVersions } from '../lib/config/settle-versions.ts';
import { newId } from '../lib/edge/new-id.ts';
import { report } from '../lib/edge/report.ts';
import { deployingPorts } from '../lib/edge/rules-publisher.ts';

/** Runs on a schedule: writes down what became of rule versions whose publisher ended, or which AppConfig took back. */
export const handler = async (): Promise<unknown> => {
  const request_id = newId('req');
  return settleVersions(
    deployingPorts((entry) => report({ request_id, route: 'settle-rule-versions', ...entry })),
  );
};
