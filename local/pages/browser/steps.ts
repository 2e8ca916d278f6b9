import type { DemoState } from '../model.ts';
import { fill, h, place } from './dom.ts';

/** The three things to try, ticked as they happen. */
export const showSteps = ({ done: { paid, failed_over }, rule }: DemoState): void => {
  const steps = [
    ['Pay with a test card', paid],
    ['Take a PSP down and pay again: the next one takes over', failed_over],
    ['Move the weights, publish, and see new payments follow', rule.version > 1],
  ] as const;
  fill(
    place('steps'),
    ...steps.map(([words, done]) =>
      h('li', { class: done ? 'done' : '' }, words, done && h('span', { class: 'hidden' }, ' (done)')),
    ),
  );
};
