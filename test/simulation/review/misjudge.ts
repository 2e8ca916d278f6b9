import type { Charge } from '../../../lib/types/charge.ts';
import type { OpenThing } from '../open-things.ts';
import type { LedgerPayment } from '../psp/ledger.ts';
import { canBeAsked } from '../psp/operations.ts';
import type { PspServer } from '../psp/psp-server.ts';
import type { Random } from '../random.ts';
import { operationOf, type Verdict } from './verdict.ts';

type Misjudged = {
  readonly random: Random;
  readonly server: PspServer;
  readonly charge: Charge;
  readonly thing: OpenThing;
};

/** What a person says who takes the one end, or the one amount, for another; undefined if nobody could ever find that out. */
export const misjudge = (about: Misjudged, truth: Verdict): Verdict | undefined => {
  switch (about.thing.kind) {
    case 'attempt':
      return misjudgeAttempt(about, truth);
    case 'capture':
      return misjudgeCapture(about, truth);
    case 'cancel':
      return misjudgeCancel(about, truth);
    case 'refund':
      return misjudgeRefund(about, truth);
    case 'reversal':
      return undefined;
    default:
      return about.thing.kind satisfies never;
  }
};

const part = (random: Random, amount: number): number => random.between(1, amount - 1);

/** Of what the PSP never had nobody will hear; where it cannot be asked, nor that somebody else captured or released what it held. */
const misjudgeAttempt = ({ random, server, charge }: Misjudged, truth: Verdict): Verdict | undefined => {
  const [payment, second] = server.ledger.payments.get(charge.id) ?? [];
  if (!payment || payment.mismatch || second) return undefined;
  if (!canBeAsked(server) && payment.operations.length > 0) return undefined;
  const { amount } = charge;
  const psp_reference = payment.id;
  const whole: Verdict = { outcome: 'captured', amount, psp_reference };
  const held: Verdict = { outcome: 'succeeded', psp_reference };
  if (truth.outcome === 'canceled' || truth.outcome === 'failed') return random.pick([whole, held]);
  const gone: Verdict = { outcome: random.pick<Verdict['outcome']>(['canceled', 'failed', 'absent']) };
  if (truth.outcome === 'succeeded') return random.pick([whole, gone]);
  return random.pick(amount > 1 ? [gone, held, { ...whole, amount: part(random, amount) }] : [gone, held]);
};

const misjudgeCapture = (
  { random, server, charge, thing }: Misjudged,
  truth: Verdict,
): Verdict | undefined => {
  const asked = charge.capture?.amount ?? 0;
  const payment = server.paymentOf(charge.id);
  const wrong =
    asked > 1 && random.chance(0.5)
      ? { outcome: 'succeeded' as const, amount: part(random, asked) }
      : { outcome: 'succeeded' as const, amount: asked };
  if (truth.outcome === 'succeeded')
    return wrong.amount === truth.amount || random.chance(0.5) ? { outcome: 'failed' } : wrong;
  if (canBeAsked(server) || operationOf(server, thing)) return wrong;
  // It never reached the PSP, and the hold lapses.
  return payment && mayLapse(payment) && asked === charge.amount
    ? { outcome: 'succeeded', amount: asked }
    : undefined;
};

const mayLapse = ({ status, hold }: LedgerPayment): boolean => status === 'authorized' && hold === undefined;

const misjudgeCancel = ({ server, thing }: Misjudged, truth: Verdict): Verdict | undefined => {
  if (!canBeAsked(server) && !operationOf(server, thing)) return undefined;
  return { outcome: truth.outcome === 'failed' ? 'succeeded' : 'failed' };
};

/** By a list of refunds or by an event: not what the PSP never had. */
const misjudgeRefund = ({ server, charge, thing }: Misjudged, { outcome }: Verdict): Verdict | undefined => {
  if (!operationOf(server, thing)) return undefined;
  return outcome === 'succeeded'
    ? { outcome: 'failed' }
    : { outcome: 'succeeded', amount: charge.refunds[thing.operation ?? '']?.amount ?? 0 };
};
