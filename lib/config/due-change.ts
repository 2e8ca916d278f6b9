import type { Rollout, RolloutChange } from '../types/rollout.ts';
import { abandoned_ms } from './deploy-rule.ts';

/**
 * What a rollout is to do by itself now (Unix milliseconds): a change that was decided and never reached the document, or the step whose time has
 * come. A change that somebody asked for is left to that call as long as it may still be running.
 */
export const dueChange = (
  { change, steps: [next], after_s, percent, since }: Rollout,
  now: number,
): RolloutChange | undefined => {
  if (change !== undefined)
    return change.cause !== 'asked' || now - change.at >= abandoned_ms ? change : undefined;
  const isRunning = percent > 0 && percent < 100;
  if (!isRunning || next === undefined || after_s === undefined || now < since + after_s * 1000)
    return undefined;
  return { to: next, cause: 'step', by: null, at: now };
};
