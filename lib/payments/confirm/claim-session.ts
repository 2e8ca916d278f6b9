import { asNewTry, takeAddress, takeCard } from '../../charge/card-limits.ts';
import { asLinkTry, takeLink } from '../../charge/link-limits.ts';
import { type Open, openAttempt } from '../../charge/open-attempt.ts';
import { particularsOf } from '../../charge/particulars.ts';
import { ApiError } from '../../types/api-error.ts';
import type { Charge } from '../../types/charge.ts';
import { missingOf } from '../../types/collect.ts';
import { defined } from '../../types/defined.ts';
import { type GivenMethod, isCard, storedUseOf } from '../../types/given-method.ts';
import type { Psp } from '../../types/psp.ts';
import type { Idempotency, Result } from '../../types/result.ts';
import type { Plan } from '../../types/routing.ts';
import { seenBefore } from '../../types/seen-before.ts';
import type { Session } from '../../types/session.ts';
import type { ConfirmPorts, PaymentPorts } from '../payment-ports.ts';
import { leaveChallenge } from '../reconcile/leave-challenge.ts';
import { type Change, changeCharge } from '../records/change-charge.ts';
import { noSession } from '../records/read-records.ts';
import {
  hasSpaceForKey,
  hasSpaceForResponse,
  sessionResult,
  withResponses,
} from '../records/session-result.ts';
import { claimRefusal, noTarget } from './claim-refusal.ts';
import { credentialOf, keepsOf, pspCustomerOf } from './credential-of.ts';
import { currentMethod, cvcTokenOf, methodOf } from './security-code.ts';
import { foreignMethod, noStoredCards } from './stored-method.ts';
import { targetsOf } from './targets-of.ts';

export type ClaimCommand = {
  readonly session: string;
  readonly payment_method: GivenMethod;
  readonly card_fingerprint?: string;
  /** Set if a browser confirms: the address to count its confirms against, and how many it may make in an hour. */
  readonly address?: { readonly id: string; readonly max: number };
  /** Whether the caller may pay with a credential on file at the PSP: an API key may, a browser may not. */
  readonly stored_credentials?: boolean;
  readonly idempotency?: Idempotency;
};

export type Claimed =
  | { readonly open: Open; readonly payment_method: GivenMethod; readonly targets: readonly string[] }
  /** No attempt is made: the key was used before, or the session's payment has already been made. */
  | { readonly result: Result };

const maxConfirms = 10;

/**
 * Claims a session for one confirm and records its first attempt, in one write: whoever loses a race is refused by the winner's state. If the
 * customer has left a challenge, that is ended first, in a write of its own. Throws the reason if the session may not be confirmed now.
 */
export const claimSession = async (ports: ConfirmPorts, command: ClaimCommand): Promise<Claimed> => {
  const read = await ports.store.session(command.session);
  if (!read) throw noSession(command.session);
  const closed = await ports.closedPsps();
  const id = ports.newId('ch');
  const session = mayLeave(ports, read, command, { id, closed }) ? await leaveChallenge(ports, read) : read;
  const { outcome, records, opened } = await changeCharge(
    ports,
    { session },
    (current) => claim(ports, current.session, command, { id, closed }),
    (refusal) => claimRefusal(ports, session, refusal),
  );
  if ('replay' in outcome) return { result: outcome };
  if ('finished' in outcome) return { result: sessionResult(records.session, command.idempotency) };
  if (!opened) throw new ApiError('internal', 'The attempt was not recorded.');
  return { ...outcome, open: { session: records.session, charge: opened } };
};

/**
 * Whether this confirm can begin a new attempt once the challenge under way has ended. Throws what would refuse it then: the challenge is not ended
 * for nothing, and the customer can still finish it.
 */
const mayLeave = (
  ports: PaymentPorts,
  session: Session,
  command: ClaimCommand,
  context: ClaimContext,
): boolean => {
  if (session.payment_status !== 'requires_action') return false;
  if (isSameCard(session, command.payment_method)) return false;
  const left: Session = { ...session, payment_status: 'unpaid' };
  return (
    whySpent(left, ports.clock.now(), command.idempotency) === undefined &&
    claim(ports, left, command, context).opened !== undefined
  );
};

/** The card of the challenge under way is confirmed again: leaving would cost it its security code, and lead nowhere else. */
const isSameCard = ({ attempts, charge: open }: Session, method: GivenMethod): boolean =>
  method.type === 'card_token' &&
  attempts.some(({ charge, card_token }) => charge === open && card_token === cvcTokenOf(method.card));

/** The id of the attempt, and the accounts closed to it. */
type ClaimContext = { readonly id: string; readonly closed: ReadonlySet<string> };

type Outcome =
  | Extract<Result, { readonly replay: unknown }>
  | { readonly finished: true }
  | { readonly payment_method: GivenMethod; readonly targets: readonly string[] };

const claim = (
  ports: PaymentPorts,
  session: Session,
  command: ClaimCommand,
  { id, closed }: ClaimContext,
): Change<Outcome> => {
  const { idempotency } = command;
  const payment_method = currentMethod(session, command.payment_method);
  const replay = seenBefore(session.confirmations, idempotency);
  if (replay) return { outcome: replay };
  if (isFinished(session))
    return { session: rememberFinished(ports, session, idempotency), outcome: { finished: true } };
  refuseUnlessUnpaid(session, ports.clock.now(), idempotency);
  refuseForeign(session, payment_method, command);
  refuseWithoutAddress(session, payment_method);
  const { plan, targets, passed_over } = targetsOf(session, payment_method, ports.psps.accounts, closed);
  const [first, ...rest] = targets;
  if (first === undefined)
    throw noTarget(session, ports.psps.accounts, { plan, passed_over }, payment_method);
  // Starts reading the account's secret while the write runs.
  const psp = ports.psps.connect(first);
  if (psp) refuseToken(psp, payment_method, command);
  const confirmations = idempotency ? [...session.confirmations, idempotency] : session.confirmations;
  const claimed = { ...session, passed_over, confirms: session.confirms + 1, confirmations };
  const open = openAttempt(claimed, {
    started: ports.clock.now(),
    id,
    psp: first,
    card_fingerprint: command.card_fingerprint,
    ...methodOf(payment_method),
    ...keepsOf(session, payment_method),
    ...pspCustomerOf(psp, payment_method),
    ...defined({ key_print: psp?.key?.()?.print }),
    ...particularsOf(payment_method),
  });
  return {
    ...countAttempt(session, open, payment_method, { plan, address: command.address }),
    outcome: { payment_method, targets: rest },
  };
};

/** The new attempt, and everything that it counts for and against: its card, its payment link, its address, health and a rollout. */
const countAttempt = (
  before: Session,
  { session, charge }: Open,
  method: GivenMethod,
  { plan, address }: { readonly plan: Plan; readonly address: ClaimCommand['address'] },
): Pick<Change<unknown>, 'session' | 'opened' | 'limits'> => {
  const card = { method, credential: credentialOf(before, method) };
  const countedCharge = asLinkTry(asNewTry(charge, card), before, address);
  return {
    session,
    opened: {
      ...countedCharge,
      ...(countsForHealth(before, plan, method, charge.psp) && { counts: true }),
      ...trialOf(before, method),
    },
    limits: [
      ...takeCard(countedCharge, card),
      ...takeAddress(address),
      ...takeLink(before, countedCharge, address),
    ],
  };
};

/** Its payment was made: held, taken, or held and then canceled. A confirm changes nothing and gets the session as it is. */
export const isFinished = ({ payment_status }: Session): boolean =>
  payment_status === 'paid' || payment_status === 'authorized' || payment_status === 'canceled';

const rememberFinished = (
  ports: PaymentPorts,
  session: Session,
  idempotency: Idempotency | undefined,
): Session =>
  idempotency && hasSpaceForKey(session)
    ? withResponses({ ...session, confirmations: [...session.confirmations, idempotency] }, ports)
    : session;

/** Throws the reason if no attempt can begin now. `now` in Unix milliseconds. */
const refuseUnlessUnpaid = (session: Session, now: number, idempotency: Idempotency | undefined): void => {
  if (session.payment_status === 'processing')
    throw new ApiError(
      'payment_in_progress',
      'A payment of this session is in progress; its outcome is not known yet. Read the session to see its status.',
      { retry_after: 1 },
    );
  if (session.payment_status === 'requires_action')
    throw new ApiError(
      'payment_in_progress',
      'The customer is completing 3-D Secure, and that attempt cannot be ended now. Follow next_action, or wait until it ends.',
      defined({ next_action: session.next_action ?? undefined }),
    );
  const spent = whySpent(session, now, idempotency);
  if (spent) throw spent;
};

/** Why an unpaid session can no longer be confirmed. */
const whySpent = (
  session: Session,
  now: number,
  idempotency: Idempotency | undefined,
): ApiError | undefined => {
  if (isExpired(session, now))
    return new ApiError(
      'session_expired',
      `The session expired at ${session.expired_at ?? session.expires_at} (Unix seconds). Create a new one.`,
    );
  const retry_after = Math.max(1, session.expires_at - Math.floor(now / 1000));
  if (session.confirms >= maxConfirms)
    return new ApiError(
      'too_many_attempts',
      `A session can be confirmed at most ${maxConfirms} times. Create a new session.`,
      {
        retry_after,
      },
    );
  return idempotency && !hasSpaceForResponse(session)
    ? new ApiError(
        'too_many_attempts',
        'This session has stored too many idempotent responses to accept another key. Create a new session.',
        { retry_after },
      )
    : undefined;
};

/**
 * A caller who may confirm a session must not charge another customer's card, and a browser must not charge a stored card unless the session offers
 * it.
 */
const refuseForeign = (
  { customer, saved_cards }: Session,
  method: GivenMethod,
  { stored_credentials }: Pick<ClaimCommand, 'stored_credentials'>,
): void => {
  const stored = storedUseOf(method);
  if (!stored) return;
  if (stored.customer !== customer?.id) throw foreignMethod();
  if (!stored_credentials && !saved_cards) throw noStoredCards();
};

/** Only for a card given now: with a token, the PSP has collected the address itself. */
const refuseWithoutAddress = ({ collect = [], billing_details }: Session, method: GivenMethod): void => {
  if (!isCard(method) || storedUseOf(method)) return;
  const missing = missingOf(collect, (method.billing_details ?? billing_details)?.address);
  if (missing === undefined) return;
  const param = `payment_method.billing_details.address.${missing}`;
  throw new ApiError('parameter_missing', `${param}: this session asks for it.`, { param });
};

/** Expiry is computed until it is recorded. A session with an open attempt does not expire. `now` in Unix milliseconds. */
export const isExpired = (
  { payment_status, expires_at, expired_at }: Pick<Session, 'payment_status' | 'expires_at' | 'expired_at'>,
  now: number,
): boolean => payment_status === 'unpaid' && (expired_at !== undefined || now >= expires_at * 1000);

/** Only an API key, or a method stored here, pays with a credential on file. */
const refuseToken = (
  psp: Psp,
  method: GivenMethod,
  { stored_credentials = false }: Pick<ClaimCommand, 'stored_credentials'>,
): void => {
  if (method.type !== 'psp_token') return;
  const kind = psp.tokenKind(method.token.reveal());
  if (kind === undefined)
    throw new ApiError(
      'parameter_invalid',
      'payment_method.token: expected a token of the payment provider named in payment_method.psp.',
      { param: 'payment_method.token' },
    );
  if (kind === 'stored' && !stored_credentials && method.stored === undefined)
    throw new ApiError(
      'parameter_invalid',
      'payment_method.token: this is a stored credential. Only an API key may pay with one.',
      { param: 'payment_method.token' },
    );
};

/**
 * Whether the outcome shows how well its PSP works compared with the others. Later attempts depend on what happened before, a token can be tried at
 * only one PSP, and a PSP that was not drawn cannot be compared.
 */
const countsForHealth = (session: Session, plan: Plan, method: GivenMethod, psp: string): boolean =>
  isFirstOfCard(session, method) && session.routing.uncounted !== true && isDrawn(plan, psp);

const isFirstOfCard = ({ attempts }: Session, method: GivenMethod): boolean =>
  attempts.length === 0 && isCard(method);

const isDrawn = ({ plan, draw = [] }: Plan, psp: string): boolean =>
  psp === plan[0] && draw.filter(([, weight]) => weight > 0).length > 1;

/** The rollout that the outcome counts for, whichever PSP is tried: the PSP is what its arms differ in. */
const trialOf = (session: Session, method: GivenMethod): Pick<Charge, 'trial'> => {
  const { rule, arm, rollout } = session.routing;
  return arm && rollout && isFirstOfCard(session, method) ? { trial: { rule, ...rollout, arm } } : {};
};
