import { decideFailover } from '../routing/decide-failover.ts';
import { ApiError } from '../types/api-error.ts';
import type { PaymentMethod } from '../types/card.ts';
import { isDecline } from '../types/outcome.ts';
import type { AuthorizationAnswer, Declined } from '../types/psp.ts';
import type { Session } from '../types/records.ts';
import type { Idempotency } from '../types/result.ts';
import type { Skipped } from '../types/routing.ts';
import { answerPaid } from './answer-paid.ts';
import { applyAnswer } from './apply-answer.ts';
import { settleCard, takeAddress, takeCard, takeCardAgain } from './card-limits.ts';
import { checkConfirmable } from './check-confirmable.ts';
import { answerConfirmation, confirmResult } from './confirm-result.ts';
import { countConfirm, type Open, openAttempt } from './open-attempt.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { runAttempt, timeFor } from './run-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';
import { targetsOf } from './targets-of.ts';

export type ConfirmCommand = {
  readonly session: string;
  readonly payment_method: PaymentMethod;
  /** Where the PSP sends the customer back to. */
  readonly return_url: (charge: string) => string;
  readonly client_ip?: string;
  /** Keyed HMAC under which the card's attempts are counted. */
  readonly card_fingerprint?: string;
  /** Present where a browser confirms: the address under which its confirms are counted, and how many it may make in an hour. */
  readonly address?: { readonly id: string; readonly max: number };
  readonly idempotency?: Idempotency;
};

/**
 * Takes the payment of a session: claims it, records the attempt, calls the PSP, goes on to the next one only after a definite no that the
 * route allows, and settles. Resolves to the session as answered; a declined payment is thrown as `card_declined` or `psp_unavailable`.
 */
export const confirmSession = async (ports: PaymentPorts, command: ConfirmCommand): Promise<Session> => {
  const claimed = await claim(ports, command);
  if ('paid' in claimed) return claimed.paid;
  let open: Open = claimed.open;
  const targets = [...claimed.targets];
  const tried: Declined[] = [];
  for (;;) {
    const answer = await attempt(ports, open, command);
    if (!isDeclined(answer)) return settle(ports, open, answer, command.idempotency);
    const next = nextTarget(ports, open.session, answer, tried, targets);
    tried.push(answer);
    if (!next) return settle(ports, open, answer, command.idempotency);
    const moved = await failOver(ports, open, answer, next);
    if (!moved) return reconcile(ports, open, answer, command.idempotency);
    open = moved;
  }
};

const isDeclined = (answer: AuthorizationAnswer): answer is Declined => isDecline(answer.outcome);

type Claimed =
  | { readonly open: Open; readonly targets: readonly string[] }
  /** The session was paid before: nothing is charged. */
  | { readonly paid: Session };

/** Whoever loses the race for the session meets the winner's state and is refused by it. */
const claim = async (ports: PaymentPorts, command: ConfirmCommand): Promise<Claimed> => {
  let session = await ports.store.session(command.session);
  for (let round = 0; round < 5; round++) {
    const confirmable = checkConfirmable(session, command, ports.clock.now());
    if (confirmable.payment_status !== 'unpaid') {
      const paid = await answerPaid(ports, confirmable, command.idempotency);
      if (paid) return { paid };
      session = await ports.store.session(command.session);
      continue;
    }
    const { targets, passed_over } = targetsOf(confirmable, command.payment_method, ports.psps.accounts);
    const [first, ...rest] = targets;
    if (first === undefined) throw noTarget(passed_over);
    ports.psps.connect(first);
    const open = openAttempt(
      countConfirm({ ...confirmable, passed_over }, command.idempotency),
      first,
      ports,
      command.card_fingerprint,
    );
    const written = await ports.store.commit(
      [
        { table: 'sessions', item: open.session, expects: confirmable.rev },
        { table: 'charges', item: open.charge, expects: 'absent' },
      ],
      [...takeCard(open.charge), ...takeAddress(command.address)],
    );
    if (written.ok) return { open, targets: rest };
    if (written.exceeded.length > 0) throw tooManyAttempts(written.exceeded, ports.clock.now());
    session = await ports.store.session(command.session);
  }
  throw new ApiError(
    'payment_in_progress',
    'Another request is changing this session. Read the session to see where it stands.',
  );
};

/** Card testing, and the networks' caps: which limit it was is not told. */
const tooManyAttempts = (exceeded: readonly { readonly until: number }[], now: number): ApiError =>
  new ApiError('too_many_attempts', 'Too many attempts with this card or from this address.', {
    retry_after: Math.max(1, ...exceeded.map(({ until }) => until - Math.floor(now / 1000))),
  });

const noTarget = (passed_over: readonly Skipped[]): ApiError =>
  new ApiError(
    'no_eligible_psp',
    `No payment provider of this session can take this card (${passed_over.map(({ psp, reason }) => `${psp}: ${reason}`).join(', ')}). Use another card.`,
    { param: 'payment_method' },
  );

const attempt = async (
  ports: PaymentPorts,
  open: Open,
  command: ConfirmCommand,
): Promise<AuthorizationAnswer> => {
  const psp = ports.psps.connect(open.charge.psp);
  if (!psp) return { outcome: 'psp_unavailable', code: 'not_configured' };
  const { session, charge } = open;
  const answer = await runAttempt(ports, psp, open, {
    payment_method: command.payment_method,
    return_url: command.return_url(charge.id),
    ...(session.customer_email === undefined ? {} : { customer_email: session.customer_email }),
    ...(session.reference === undefined ? {} : { order: session.reference }),
    ...(command.client_ip === undefined ? {} : { client_ip: command.client_ip }),
  });
  ports.report({
    event: 'attempt',
    session: session.id,
    charge: charge.id,
    psp: charge.psp,
    outcome: answer.outcome,
    code: 'code' in answer ? answer.code : 'doubt' in answer ? answer.doubt : undefined,
    latency_ms: ports.clock.now() - charge.started,
  });
  return answer;
};

/** The PSP to try next, taken off the list; undefined where the definite no ends the payment. */
const nextTarget = (
  ports: PaymentPorts,
  { routing }: Session,
  answer: Declined,
  earlier: readonly Declined[],
  targets: string[],
): string | undefined => {
  const decision = decideFailover({ answer, failover: routing.failover, earlier });
  if (!decision.next || !timeFor(ports, routing.failover.attempt_timeout_ms)) return undefined;
  return targets.shift();
};

/** One write: the definite no of the first attempt and the second attempt's record. Undefined where somebody else settled the first. */
const failOver = async (
  ports: PaymentPorts,
  open: Open,
  answer: AuthorizationAnswer,
  psp: string,
): Promise<Open | undefined> => {
  let current: Open | undefined = open;
  for (let round = 0; current && round < 3; round++) {
    const settled = settleAttempt(current.session, current.charge, answer, ports);
    if (settled.effect !== 'settled') return undefined;
    const next = openAttempt(
      { ...settled.session, rev: current.session.rev },
      psp,
      ports,
      open.charge.card_fingerprint,
    );
    const written = await ports.store.commit(
      [
        { table: 'sessions', item: next.session, expects: current.session.rev },
        { table: 'charges', item: settled.charge, expects: current.charge.rev },
        { table: 'charges', item: next.charge, expects: 'absent' },
      ],
      takeCardAgain(settled.charge, answer, next.charge),
    );
    if (written.ok) {
      ports.report({
        event: 'failover',
        session: open.session.id,
        from: open.charge.psp,
        to: psp,
        outcome: answer.outcome,
      });
      return next;
    }
    current = await stillOurs(ports, open);
  }
  return undefined;
};

const settle = async (
  ports: PaymentPorts,
  open: Open,
  answer: AuthorizationAnswer,
  asked: Idempotency | undefined,
): Promise<Session> => {
  let current: Open | undefined = open;
  for (let round = 0; current && round < 3; round++) {
    const settled = settleAttempt(current.session, current.charge, answer, ports);
    if (settled.effect !== 'settled') break;
    const session = answerConfirmation(settled.session, ports);
    const written = await ports.store.commit(
      [
        { table: 'sessions', item: session, expects: current.session.rev },
        { table: 'charges', item: settled.charge, expects: current.charge.rev },
      ],
      settleCard(settled.charge, answer),
    );
    if (written.ok) return confirmResult(session, asked);
    current = await stillOurs(ports, open);
  }
  return reconcile(ports, open, answer, asked);
};

/**
 * The records as they stand after a write of ours was refused, if all that happened is that a webhook left a note on the charge.
 * Undefined where recovery has claimed the attempt or somebody has settled it: then it is not ours to move any more.
 */
const stillOurs = async (ports: PaymentPorts, { session, charge }: Open): Promise<Open | undefined> => {
  const current = await ports.store.charge(charge.id);
  if (
    current?.status !== 'pending' ||
    current.outcome !== null ||
    (current.recovery?.action ?? 'noted') !== 'noted'
  )
    return undefined;
  const owner = await ports.store.session(session.id);
  return owner?.charge === charge.id ? { session: owner, charge: current } : undefined;
};

/** What this call knows is added to what others have settled meanwhile; the caller is told how the session stands after that. */
const reconcile = async (
  ports: PaymentPorts,
  { charge }: Open,
  answer: AuthorizationAnswer,
  asked: Idempotency | undefined,
): Promise<Session> => {
  const { session } = await applyAnswer(ports, charge.id, answer);
  return confirmResult(session, asked);
};
