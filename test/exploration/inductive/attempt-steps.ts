import type { Transition, Transitions } from '../../../lib/charge/transitions/transitions.ts';
import { changeBy } from '../../../lib/payments/reports/apply.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import { isUnderWay, stateOf } from '../../../lib/types/charge-state.ts';
import { openThings } from '../../../lib/types/open-things.ts';
import { answers } from './payment-steps.ts';
import { start_ms } from './record-parts.ts';
import { type Step, stepped, worlds } from './step.ts';

const step = <T extends Transition>(
  transition: T,
  what: Transitions[T],
  more: Omit<Step, 'name' | 'run'> & { readonly said?: string } = { kind: 'intent' },
): Step => ({
  ...more,
  name: `${transition}${more.said === undefined ? '' : `: ${more.said}`}`,
  run: (charge) =>
    stepped(worlds.lookUpLate, { charge, session: undefined }, (ports) =>
      changeBy(ports, { charge, session: undefined }, transition, what),
    ),
});

/** What happens around a charge in any state: most of it changes nothing. */
const around: readonly Step[] = [
  step('customer_returned', { now: start_ms }),
  step('abandoned', {}, { kind: 'fact', rights: ['fail_attempt'] }),
  step('fence_sent', {}),
  ...answers.map(({ name, answer: result }) => step('noted', { result }, { kind: 'fact', said: name })),
  step('refund_asked', {}),
  step('refund_elsewhere', {}),
  step('dispute_opened', {}),
  step('function_killed', {}),
  step('order_paid_elsewhere', {}),
];

/** An operation under way is sent again, a completion was not sent by whoever had announced it, and a cancel by reference failed that was sent. */
const answered = ({ completing, recovery, capture, cancel }: Charge): readonly Step[] => [
  ...(isUnderWay(capture) || isUnderWay(cancel) ? [step('operation_sent', { now: start_ms })] : []),
  ...(completing === undefined ? [] : [step('completion_not_sent', {})]),
  ...(recovery?.fence === 'sent' ? [step('fence_failed', {})] : []),
];

/** What a person says of an attempt that waits for one. */
const decided: readonly Step[] = [
  ...[0, 1, 2].map((amount_captured) =>
    step(
      'decided_taken',
      { amount_captured, psp_reference: 'pi_1' },
      { kind: 'person', said: String(amount_captured), takes: { total: amount_captured } },
    ),
  ),
  ...(['absent', 'canceled'] as const).map((outcome) =>
    step('decided_gone', { outcome }, { kind: 'person', said: outcome, rights: ['fail_attempt'] }),
  ),
];

const isInReview = (charge: Charge): boolean =>
  charge.needs_review === true && ['pending', 'requires_action'].includes(stateOf(charge));

/** Everything that can happen to an attempt, and around a charge, besides what its PSP says. */
export const attemptSteps = (charge: Charge): readonly Step[] => [
  ...around,
  ...answered(charge),
  ...(isInReview(charge) ? decided : []),
  step('schedule_used_up', { ids: openThings(charge).map(({ id }) => id) }),
];
