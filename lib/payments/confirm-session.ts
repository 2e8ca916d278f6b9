import { decideFailover } from '../routing/decide-failover.ts';
import { stepsUp } from '../routing/steps-up.ts';
import { isWallet, type PaymentMethod } from '../types/card.ts';
import { isDecline } from '../types/outcome.ts';
import type { AuthorizationAnswer, Declined } from '../types/psp.ts';
import type { Idempotency, Result } from '../types/result.ts';
import type { Session } from '../types/session.ts';
import type { BrowserData } from '../types/three-d-secure.ts';
import { isAttemptOpen } from './apply.ts';
import { applyOrLook } from './apply-or-look.ts';
import { timeFor } from './attempt.ts';
import { takeCardAgain } from './card-limits.ts';
import { changeCharge, type Records } from './change-charge.ts';
import { type ClaimCommand, claimSession, type Open, openAttempt } from './claim-session.ts';
import { sameCard, withParticulars } from './particulars.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { runAttempt } from './run-attempt.ts';
import { sessionResult, withAnswers } from './session-result.ts';
import { happen } from './transitions/charge-table.ts';
import { sessionAfter } from './transitions/session-after.ts';

export type ConfirmCommand = ClaimCommand & {
  /** Where the PSP sends the customer back to. */
  readonly return_url: (charge: string) => string;
  readonly client_ip?: string;
  readonly browser?: BrowserData;
};

/**
 * Takes the payment of a session: claims it, records the attempt, calls the PSP, moves on only after a definite no that the route allows, or to a
 * challenge at the same PSP if the issuer insists on one, and settles. Resolves to the session as answered, or to `card_declined` or `psp_unavailable` with it.
 */
export const confirmSession = async (ports: PaymentPorts, command: ConfirmCommand): Promise<Result> => {
  const claimed = await claimSession(ports, command);
  if ('result' in claimed) return claimed.result;
  let open = claimed.open;
  let challenged = false;
  const targets = [...claimed.targets];
  const tried: Declined[] = [];
  for (;;) {
    const answer = await attempt(ports, open, command, challenged);
    if (!isDeclined(answer)) return settle(ports, open, answer, command.idempotency);
    const again: boolean = stepsUp(answer, { challenged }) && mayStepUp(ports, open, command);
    const spent = isWallet(command.payment_method) && !beforeUse.includes(answer.outcome);
    const next = again
      ? open.charge.psp
      : spent
        ? undefined
        : nextTarget(ports, open, answer, tried, targets);
    // A second try at one PSP is none at another.
    if (!again) tried.push(answer);
    const moved = next === undefined ? undefined : await moveOn(ports, open, answer, next);
    if (!moved) return settle(ports, open, answer, command.idempotency);
    open = moved;
    challenged ||= again;
  }
};

const isDeclined = (answer: AuthorizationAnswer): answer is Declined => isDecline(answer.outcome);

const attempt = async (
  ports: PaymentPorts,
  open: Open,
  command: ConfirmCommand,
  challenged: boolean,
): Promise<AuthorizationAnswer> => {
  const { session, charge } = open;
  const psp = ports.psps.connect(charge.psp);
  if (!psp) return { outcome: 'psp_unavailable', code: 'not_configured' };
  const answer = await runAttempt(ports, psp, open, {
    payment_method: withBilling(command.payment_method, session),
    return_url: command.return_url(charge.id),
    ...authenticationOf(session, challenged),
    ...(command.browser ? { browser: command.browser } : {}),
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

/** What the confirm gives replaces what the session has, as a whole. */
const withBilling = (method: PaymentMethod, { billing_details }: Session): PaymentMethod =>
  method.billing_details || !billing_details ? method : { ...method, billing_details };

/** An exemption is no use with an issuer that insists. */
const authenticationOf = ({ exemption }: Session, challenged: boolean) => {
  if (challenged) return { challenge: true } as const;
  return exemption === undefined ? {} : { exemption };
};

/** A token that pays once may be used up by the first try. */
const mayStepUp = (
  ports: PaymentPorts,
  { session, charge }: Open,
  { payment_method }: ConfirmCommand,
): boolean => {
  const psp = ports.psps.connect(charge.psp);
  const reusable =
    payment_method.type === 'card' ||
    (payment_method.type === 'psp_token' && psp?.tokenKind(payment_method.token.reveal()) === 'stored');
  return (
    reusable &&
    psp?.capabilities.requests_challenge === true &&
    timeFor(ports, session.routing.failover.attempt_timeout_ms) !== undefined
  );
};

/** After any other definite no the wallet's token may be used up: its cryptogram has been shown to an issuer. */
const beforeUse: readonly Declined['outcome'][] = [
  'not_sent',
  'psp_unavailable',
  'rate_limited',
  'not_supported',
];

/** The next PSP to try, removed from the list; undefined if the definite no ends the payment. */
const nextTarget = (
  ports: PaymentPorts,
  { session: { routing } }: Open,
  answer: Declined,
  earlier: readonly Declined[],
  targets: string[],
): string | undefined => {
  const decision = decideFailover({ answer, failover: routing.failover, earlier });
  if (!decision.next || !timeFor(ports, routing.failover.attempt_timeout_ms)) return undefined;
  return targets.shift();
};

/** One write: this attempt's definite no and the next attempt's record. Undefined if the attempt is no longer ours to move. */
const moveOn = async (
  ports: PaymentPorts,
  open: Open,
  answer: Declined,
  psp: string,
): Promise<Open | undefined> => {
  const id = ports.newId('ch');
  const limited = new Error('The card has no try left.');
  const change = changeCharge(
    ports,
    open as Records,
    (now) => {
      const { charge, session } = now;
      if (!session || session.charge !== charge.id || !isOurs(now)) return { outcome: undefined };
      const moment = { now: ports.clock.now(), nothing_may_be_sent: false };
      const failed = happen(withParticulars(charge, answer), 'declined', { answer }, moment);
      if ('impossible' in failed || !failed.changed) return { outcome: undefined };
      const ended = sessionAfter(session, charge, failed.charge, moment);
      const next = openAttempt(ports, ended, {
        id,
        psp,
        card_fingerprint: charge.card_fingerprint,
        ...sameCard(failed.charge),
      });
      return {
        charge: failed.charge,
        session: { ...next.session, last_payment_error: null },
        opened: next.charge,
        limits: takeCardAgain(failed.charge, answer, next.charge),
        reports: [
          psp === charge.psp && answer.outcome === 'authentication_required'
            ? { event: 'step_up', session: session.id, psp }
            : { event: 'failover', session: session.id, from: charge.psp, to: psp, outcome: answer.outcome },
        ],
        outcome: undefined,
      };
    },
    () => limited,
  );
  const changed = await change.catch((error: unknown) => {
    if (error === limited) return undefined;
    throw error;
  });
  if (!changed) return undefined;
  const { records, opened } = changed;
  return opened && records.session ? { session: records.session, charge: opened } : undefined;
};

/**
 * Whether a webhook's note is all that has happened to the attempt. If recovery has claimed it or somebody has settled it, this confirm must not move
 * on from it.
 */
const isOurs = ({ charge }: Records): boolean =>
  isAttemptOpen(charge) && charge.outcome === null && (charge.recovery?.action ?? 'noted') === 'noted';

/** Adds what this call knows to what others have settled meanwhile; the caller gets the session as it is after that. */
const settle = async (
  ports: PaymentPorts,
  open: Open,
  answer: AuthorizationAnswer,
  asked: Idempotency | undefined,
): Promise<Result> => {
  const psp = ports.psps.connect(open.charge.psp);
  const records = await applyOrLook(ports, psp, open, answer, { own: true });
  return sessionResult((await answered(ports, records)) ?? open.session, asked);
};

/** Remembers the answer under its key, even if it changed nothing. */
const answered = async (ports: PaymentPorts, records: Records): Promise<Session | undefined> => {
  if (!records.session || records.session.confirmations.every(({ answer }) => answer)) return records.session;
  const changed = await changeCharge(ports, records, ({ session }) => ({
    session: session && withAnswers(session, ports),
    outcome: undefined,
  }));
  return changed.records.session;
};
