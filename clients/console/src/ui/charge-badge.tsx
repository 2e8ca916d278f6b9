import type { Charge } from '../../../server/src/generated/api-types.ts';
import { words } from '../words/words.ts';
import { Badge, type Tone } from './badge.tsx';

const tones: Readonly<Record<Charge['status'], Tone>> = {
  pending: 'waiting',
  requires_action: 'waiting',
  authorized: 'good',
  capturing: 'waiting',
  captured: 'good',
  canceling: 'waiting',
  canceled: 'plain',
  failed: 'bad',
  needs_review: 'bad',
};

/** The state of an attempt. Refunds and disputes say more than that it was captured. */
export const ChargeBadge = ({ charge }: { readonly charge: Charge }) => {
  const { states, decline } = words.value;
  const { status, outcome } = charge;
  if (charge.amount_disputed > 0) return <Badge tone="bad">{states.disputed}</Badge>;
  if (charge.refunds.some((refund) => refund.status === 'pending'))
    return <Badge tone="waiting">{states.refunding}</Badge>;
  if (charge.amount_refunded > 0)
    return (
      <Badge tone="plain">
        {charge.amount_refunded < charge.amount_captured ? states.partly_refunded : states.refunded}
      </Badge>
    );
  if (status === 'failed' && outcome !== null)
    return <Badge tone="bad">{decline[outcome as keyof typeof decline] ?? states.failed}</Badge>;
  return <Badge tone={tones[status]}>{states[status]}</Badge>;
};
