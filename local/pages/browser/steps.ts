import type { ConsoleState } from '../model.ts';
import { fill, h, place } from './dom.ts';

/** The three things to try, ticked as they happen. */
export const showSteps = (state: ConsoleState): void => {
  const failedOver = state.payments.some(
    ({ payment_status, routing }) => payment_status === 'paid' && routing.attempts.length > 1,
  );
  const steps = [
    ['Pay with a test card', state.payments.length > 0],
    ['Take a PSP down and pay again: the next one takes over', failedOver],
    ['Move the weights, publish, and see new payments follow', state.rule.version > 1],
  ] as const;
  fill(
    place('steps'),
    ...steps.map(([words, done]) =>
      h('li', { class: done ? 'done' : '' }, words, done && h('span', { class: 'hidden' }, ' (done)')),
    ),
  );
};
