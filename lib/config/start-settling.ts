import { errorName } from '../types/error-name.ts';
import type { Log } from '../types/ports.ts';
import type { RuleVersions } from '../types/rule-version.ts';

export type StartSettlingPorts = {
  readonly versions: Pick<RuleVersions, 'open'>;
  /** Starts the timer of rule versions without waiting for it. */
  readonly start: () => Promise<void>;
  readonly log: Log;
};

/**
 * Starts the timer of rule versions if one of them is open. Called by a timer that runs every minute and has other work, so a failure is only
 * reported: the next minute tries again.
 */
export const startSettling = async ({ versions, start, log }: StartSettlingPorts): Promise<void> => {
  try {
    if ((await versions.open()).length > 0) await start();
  } catch (error) {
    log({ event: 'settling_not_started', error: errorName(error) });
  }
};
