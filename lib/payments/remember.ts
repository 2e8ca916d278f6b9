import type { Charge } from '../types/charge.ts';
import type { Idempotency, Result } from '../types/result.ts';
import { seenBefore } from '../types/seen-before.ts';
import { changeCharge } from './change-charge.ts';
import type { PaymentPorts } from './payment-ports.ts';

/** Keys remembered per charge for calls that are not operations. */
export const maxRemembered = 20;

/** Answers a call about a charge with the current charge, and remembers that answer on the charge under the caller's key if there is one. */
export const chargeResult = async (
  ports: PaymentPorts,
  charge: Charge,
  asked: Idempotency | undefined,
): Promise<Result> => {
  if (!asked) return { charge };
  const { outcome } = await changeCharge(ports, { charge, session: undefined }, ({ charge: now }) => {
    const others = (now.answered ?? []).filter((known) => known.key !== asked.key || known.answer);
    const seen = seenBefore(others, asked);
    if (seen) return { outcome: seen };
    const replay = ports.render({ charge: now }, asked.view);
    const answered = [...others, { ...asked, answer: replay }].slice(-maxRemembered);
    return { charge: { ...now, answered }, outcome: { replay, first: true } };
  });
  return outcome;
};
