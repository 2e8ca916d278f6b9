import type { StartSettlingPorts } from '../config/start-settling.ts';
import type { Log } from '../types/ports.ts';
import { ruleVersions } from './rule-versions.ts';
import { startFunction } from './start-function.ts';

/** `SETTLING_TIMER` names the function. */
export const startSettlingPorts = (log: Log): StartSettlingPorts => ({
  versions: ruleVersions(),
  start: () => startFunction('SETTLING_TIMER', {}),
  log: log,
});
