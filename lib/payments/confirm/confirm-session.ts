import { asNextTry } from '../../charge/card-limits.ts';
import { asSameLinkTry } from '../../charge/link-limits.ts';
import { type Open, openAttempt } from '../../charge/open-attempt.ts';
import { cardParticularsOf, withParticulars } from '../../charge/particulars.ts';
import { sessionAfter } from '../../charge/session-after.ts';
import { makeTransition } from '../../charge/transitions/charge-table.ts';
import { decideFailover } from '../../routing/decide-failover.ts';
import type { Charge } from '../../types/charge.ts';
import { isAttemptOpen } from '../../types/charge-state.ts';
import { isMerchantInitiated } from '../../types/credential.ts';
import { defined } from '../../types/defined.ts';
import { type GivenMethod, isWallet } from '../../types/given-method.ts';
import { isDecline } from '../../types/outcome.ts';
import type { QuietRecord } from '../../types/ports.ts';
import type { AuthorizationResult, Declined } from '../../types/psp.ts';
import type { Idempotency, Result } from '../../types/result.ts';
import type { Skipped, SkipReason } from '../../types/routing.ts';
import type { Session } from '../../types/session.ts';
import type { BrowserData } from '../../types/three-d-secure.ts';
import type { ConfirmPorts, PaymentPorts } from '../payment-ports.ts';
import { type Change, changeCharge, type Records } from '../records/change-charge.ts';
import { accountOf } from '../records/look-up-of.ts';
import { sessionResult, withResponses } from '../records/session-result.ts';
import { applyOrLookUp } from '../reports/apply-or-look-up.ts';
import { timeFor } from '../reports/time-for.ts';
import { type ClaimCommand, type Claimed, claimSession } from './claim-session.ts';
import { credentialOf, keepsOf, pspCustomerOf, withoutCustomer } from './credential-of.ts';
import { runAttempt } from './run-attempt.ts';
import { type DeclinedTry, type SecondTry, secondTry } from './second-try.ts';
import { beginsWithChallenge, cvcTokenOf, methodOf, withCvcReleased } from './security-code.ts';
import { lacksCvc } from './targets-of.ts';

export type ConfirmCommand = ClaimCommand & {
  /** Where the PSP sends the customer back to. */
  readonly return_url: (charge: string) => string;
  readonly client_ip?: string;
  readonly browser?: BrowserData;
};

/**
 * Takes the payment of a session: claims it, records the attempt, calls the PSP, and settles. After a definite no it tries another PSP if the route
 * allows that, or the same PSP with a challenge if the issuer insists on one. Resolves to the session, or to `card_declined`, `psp_unavailable` or a
 * `VaultFailure` with the session.
 */
export const confirmSession = async (ports: ConfirmPorts, command: ConfirmCommand): Promise<Result> => {
  const claimed = await claimSession(ports, command);
  if ('result' in claimed) return claimed.result;
  // Runs alongside the writes and the next attempt, which do not wait for it.
  const releases: Promise<void>[] = [];
  try {
    return await pay(ports, { ...command, payment_method: claimed.payment_method }, claimed, releases);
  } finally {
    await Promise.all(releases);
  }
};

const pay = async (
  ports: ConfirmPorts,
  given: ConfirmCommand,
  claimed: Extract<Claimed, { readonly open: Open }>,
  releases: Promise<void>[],
): Promise<Result> => {
  let { open } = claimed;
  let command = given;
  let challenged = beginsWithChallenge(open.session, given.payment_method);
  const targets = [...claimed.targets];
  const tried: Declined[] = [];
  for (;;) {
    const result = await attempt(ports, open, command, challenged);
    const payment_method = withCvcReleased(command.payment_method, result);
    if (payment_method !== command.payment_method) {
      command = { ...command, payment_method };
      if (payment_method.type === 'card_token')
        releases.push(ports.releaseCvc(cvcTokenOf(payment_method.card)));
    }
    if (!isDeclined(result)) return settle(ports, open, result, command.idempotency);
    const declined = { method: payment_method, result, challenged };
    const next = await chooseNext(ports, open, declined, tried, targets);
    // A second try at the same PSP does not count as another PSP.
    if (!next.same_psp) tried.push(result);
    const recorded = await recordNext(ports, open, result, payment_method, next);
    if (!recorded) return settle(ports, open, result, command.idempotency, next.passed_over);
    open = recorded;
    challenged ||= next.same_psp === 'challenge';
  }
};

const isDeclined = (result: AuthorizationResult): result is Declined => isDecline(result.outcome);

const attempt = async (
  ports: PaymentPorts,
  open: Open,
  command: ConfirmCommand,
  challenged: boolean,
): Promise<AuthorizationResult> => {
  const { session, charge } = open;
  const psp = ports.psps.connect(charge.psp);
  if (!psp) return { outcome: 'psp_unavailable', code: 'not_configured' };
  const credential = credentialOf(session, command.payment_method);
  const given = await runAttempt(ports, psp, open, {
    payment_method: withBilling(command.payment_method, session, charge),
    return_url: command.return_url(charge.id),
    ...(credential ? { credential } : {}),
    ...(isMerchantInitiated(credential) ? {} : authenticationOf(session, challenged)),
    ...(command.browser ? { browser: command.browser } : {}),
    ...defined({ client_ip: command.client_ip }),
  });
  const result = withoutCustomer(psp, credential, given);
  ports.log({
    event: 'attempt',
    session: session.id,
    charge: charge.id,
    psp: charge.psp,
    outcome: result.outcome,
    code: logCodeOf(result),
    latency_ms: ports.clock.now() - charge.started,
  });
  return result;
};

/** The PSP's own code for a decline, or why the outcome is unknown. */
const logCodeOf = (result: AuthorizationResult): string | undefined => {
  if ('code' in result) return result.code;
  return 'doubt' in result ? result.doubt : undefined;
};

/** The confirm's billing details replace the session's as a whole; none are sent once the PSP has refused the customer's details. */
const withBilling = (
  method: GivenMethod,
  { billing_details }: Session,
  { without_details }: Charge,
): GivenMethod => {
  if (without_details) {
    const { billing_details: _, ...bare } = method;
    return bare;
  }
  return method.billing_details || !billing_details ? method : { ...method, billing_details };
};

/** No exemption for an issuer that insists on authentication. */
const authenticationOf = ({ exemption }: Session, challenged: boolean) => {
  if (challenged) return { challenge: true } as const;
  return defined({ exemption });
};

/** The PSP to try next, and those skipped: closed since, or because the card's security code is gone. `same_psp`: why the same one is tried again. */
type Next = {
  readonly psp?: string;
  readonly same_psp?: SecondTry;
  readonly passed_over: readonly Skipped[];
};

const noNext: Next = { passed_over: [] };

/** Once more at the same PSP if that may help, otherwise at the next one. `tried`: the declines of the PSPs before this one. */
const chooseNext = async (
  ports: ConfirmPorts,
  open: Open,
  declined: DeclinedTry,
  tried: readonly Declined[],
  targets: string[],
): Promise<Next> => {
  const same_psp = retrySamePsp(ports, open, declined);
  if (same_psp) return { psp: open.charge.psp, same_psp, passed_over: [] };
  const { method, result } = declined;
  if (isWallet(method) && !beforeIssuer.includes(result.outcome)) return noNext;
  return chooseOtherPsp(ports, open, result, tried, targets, method);
};

const retrySamePsp = (ports: PaymentPorts, open: Open, declined: DeclinedTry): SecondTry | undefined => {
  const same_psp = secondTry(ports.psps.connect(open.charge.psp), open, declined);
  const { attempt_timeout_ms } = open.session.routing.failover;
  return same_psp && timeFor(ports, attempt_timeout_ms) ? same_psp : undefined;
};

/** After any other definite no, the wallet's token may be used up: an issuer has seen its cryptogram. */
const beforeIssuer: readonly Declined['outcome'][] = [
  'not_sent',
  'psp_unavailable',
  'rate_limited',
  'not_supported',
];

/** The next PSP to try, removed from the list with those before it; none if the definite no ends the payment. */
const chooseOtherPsp = async (
  ports: ConfirmPorts,
  { session: { routing } }: Open,
  result: Declined,
  earlier: readonly Declined[],
  targets: string[],
  method: GivenMethod,
): Promise<Next> => {
  const decision = decideFailover({ result, failover: routing.failover, earlier });
  if (!decision.next || targets.length === 0) return noNext;
  const closed = await ports.closedPsps();
  if (!timeFor(ports, routing.failover.attempt_timeout_ms)) return noNext;
  const reasonAgainst = (psp: string): SkipReason | undefined => {
    if (closed.has(psp)) return 'psp_closed';
    return lacksCvc(accountOf(ports, psp), method) ? 'cvc_released' : undefined;
  };
  const passed_over: Skipped[] = [];
  for (let psp = targets.shift(); psp !== undefined; psp = targets.shift()) {
    const reason = reasonAgainst(psp);
    if (reason === undefined) return { psp, passed_over };
    passed_over.push({ psp, reason });
  }
  return { passed_over };
};

const secondTryEvents = { challenge: 'step_up', without_details: 'details_left_out' } as const;

/**
 * One write: this attempt's definite no and the next attempt's record. Undefined if no PSP is next, the card has no try left, or this confirm may no
 * longer change the attempt: then nothing is written.
 */
const recordNext = async (
  ports: PaymentPorts,
  open: Open,
  result: Declined,
  method: GivenMethod,
  { psp, ...next }: Next,
): Promise<Open | undefined> => {
  if (psp === undefined) return undefined;
  const id = ports.newId('ch');
  const noTryLeft = new Error('The card has no try left.');
  const change = changeCharge<Records, undefined>(
    ports,
    open,
    (current) => nextChange(ports, current, result, method, { ...next, psp, id }),
    () => noTryLeft,
  );
  const changed = await change.catch((error: unknown) => {
    if (error === noTryLeft) return undefined;
    throw error;
  });
  if (!changed) return undefined;
  const { records, opened } = changed;
  return opened && records.session ? { session: records.session, charge: opened } : undefined;
};

/** The change from a declined attempt to the next one, `id`. */
const nextChange = (
  ports: PaymentPorts,
  { charge, session }: Records,
  result: Declined,
  method: GivenMethod,
  { id, psp, same_psp, passed_over }: Next & { readonly id: string; readonly psp: string },
): Change<undefined> => {
  if (!session || session.charge !== charge.id || !mayRecordNext(charge)) return { outcome: undefined };
  const connected = ports.psps.connect(psp);
  const circumstances = { now: ports.clock.now(), nothing_may_be_sent: false };
  const failed = makeTransition(withParticulars(charge, result), 'declined', { result }, circumstances);
  if ('impossible' in failed || !failed.changed) return { outcome: undefined };
  const ended = sessionAfter(session, charge, failed.charge, circumstances);
  const next = openAttempt(ended, {
    started: circumstances.now,
    id,
    psp,
    card_fingerprint: charge.card_fingerprint,
    ...methodOf(method),
    ...keepsOf(ended, method),
    ...pspCustomerOf(connected, method),
    ...defined({ key_print: connected?.key?.()?.print }),
    ...cardParticularsOf(failed.charge),
    ...defined({ failed_over: same_psp ? charge.failed_over : true }),
    ...(same_psp && defined({ without_details: same_psp === 'without_details' || charge.without_details })),
  });
  const sameLink = asSameLinkTry(next.charge, failed.charge);
  const card = { method, credential: credentialOf(ended, method) };
  const { charge: opened, limits } = asNextTry(sameLink, failed.charge, card);
  return {
    charge: failed.charge,
    session: {
      ...next.session,
      passed_over: [...next.session.passed_over, ...passed_over],
      last_payment_error: null,
    },
    opened,
    limits,
    logs: [nextLog(charge, result, psp, same_psp)],
    outcome: undefined,
  };
};

const nextLog = (
  { session, psp: from }: Charge,
  { outcome }: Declined,
  psp: string,
  same_psp: Next['same_psp'] | undefined,
): QuietRecord =>
  same_psp
    ? { event: secondTryEvents[same_psp], session, psp }
    : { event: 'failover', session, from, to: psp, outcome };

/**
 * Whether the attempt has changed only by a webhook's note. If recovery has claimed it or it is settled, this confirm must not go on to another
 * attempt.
 */
const mayRecordNext = (charge: Charge): boolean =>
  isAttemptOpen(charge) && charge.outcome === null && (charge.recovery?.action ?? 'noted') === 'noted';

/** Adds this confirm's result to what was settled meanwhile; the caller gets the session after that. */
const settle = async (
  ports: PaymentPorts,
  open: Open,
  result: AuthorizationResult,
  idempotency: Idempotency | undefined,
  passed_over: readonly Skipped[] = [],
): Promise<Result> => {
  const psp = ports.psps.connect(open.charge.psp);
  const records = await applyOrLookUp(ports, psp, open, result, { own: true, passed_over });
  return sessionResult((await storeResponses(ports, records)) ?? open.session, idempotency);
};

/** Stores the response under its key, even if nothing changed. If another attempt has begun, this one had its response before. */
const storeResponses = async (ports: PaymentPorts, records: Records): Promise<Session | undefined> => {
  if (!records.session || records.session.confirmations.every(({ answer: response }) => response))
    return records.session;
  const changed = await changeCharge(ports, records, ({ session, charge }) => ({
    session: session?.charge === charge.id ? withResponses(session, ports) : session,
    outcome: undefined,
  }));
  return changed.records.session;
};
