import { ApiError } from '../types/api-error.ts';
import type { Charge } from '../types/charge.ts';
import type { Remembered } from '../types/records.ts';
import type { Idempotency, Result } from '../types/result.ts';
import { changeCharge } from './change-charge.ts';
import type { PaymentPorts } from './payment-ports.ts';

/**
 * The first answer, if the key was seen before; undefined if the key is new or missing. Throws `idempotency_key_reused` for another request under the
 * key, `idempotency_key_in_use` while the first call has no answer yet.
 */
export const seenBefore = (
  remembered: readonly (Remembered | undefined)[],
  asked: Idempotency | undefined,
): Extract<Result, { readonly first: boolean }> | undefined => {
  const first = asked && remembered.find((seen) => seen?.key === asked.key);
  if (!first || !asked) return undefined;
  if (first.hash !== asked.hash && !asked.older_hashes?.includes(first.hash))
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used before with another request. Use a new key for a new request.',
    );
  if (!first.answer) throw keyInUse();
  return { replay: first.answer, first: false };
};

export const keyInUse = (): ApiError =>
  new ApiError(
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still running. Ask again with the same key.',
    { retry_after: 1 },
  );

/** Keys remembered per charge for calls that are not operations. */
export const maxRemembered = 20;

/** The answer to a call about a charge that is remembered on the charge itself: the current charge, stored under the caller's key if there is one. */
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
