import type { StartSettlingPorts } from '../config/start-settling.ts';
import type { Report } from '../types/ports.ts';
import { ruleVersions } from './rule-versions.ts';
import { startFunction } from './start-function.ts';

/** `SETTLING_TIMER` names the function. */
export const startSettlingPorts = (report: Report): StartSettlingPorts => ({
  versions: ruleVersions(),
  start: () => startFunction('SETTLING_TIMER', {}),
  report,
});
