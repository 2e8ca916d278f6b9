import { chooseArm } from '../../routing/choose-arm.ts';
import { planRoute as planByRule } from '../../routing/plan-route.ts';
import { ApiError } from '../../types/api-error.ts';
import { type Account, takesDescriptor } from '../../types/capabilities.ts';
import type { Collectable } from '../../types/collect.ts';
import type { Setup } from '../../types/credential.ts';
import { defined } from '../../types/defined.ts';
import { didYouMean } from '../../types/did-you-mean.ts';
import type { BillingDetails } from '../../types/given-method.ts';
import type { HealthVerdict } from '../../types/health.ts';
import type { Shipping } from '../../types/payment-details.ts';
import type { Exceeded, LimitWrite, RulesReader } from '../../types/ports.ts';
import type { ClosedPsps } from '../../types/psp-switch.ts';
import { recordFormat } from '../../types/records.ts';
import type { Idempotency, Result } from '../../types/result.ts';
import type { Route, Skipped } from '../../types/routing.ts';
import { seenBefore } from '../../types/seen-before.ts';
import type { Session } from '../../types/session.ts';
import type { Exemption } from '../../types/three-d-secure.ts';
import { walletPlanOf } from '../../types/wallet-plan-of.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type ReferencePorts, warnOfReference } from '../records/reference-in-use.ts';

/** Creating a session calls no PSP: it needs only the accounts and the rules. */
export type CreatePorts = ReferencePorts &
  Pick<PaymentPorts, 'store' | 'newWrite' | 'render' | 'log'> & {
    readonly accounts: readonly Account[];
    readonly rules: RulesReader;
    /** Called only for a rule with health steering. */
    readonly verdict: () => Promise<HealthVerdict | undefined>;
    readonly closedPsps: ClosedPsps;
  };

export type RoutePorts = Pick<CreatePorts, 'accounts' | 'rules' | 'verdict' | 'closedPsps'>;

export type CreateCommand = {
  /** Derived from the idempotency key if there is one, random otherwise. */
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly success_url: string;
  readonly routing_rule: string;
  readonly cancel_url?: string;
  readonly capture_method: 'automatic' | 'manual';
  readonly reference?: string;
  /** The order's id, if the order may be paid only once. */
  readonly order?: string;
  readonly country?: string;
  readonly customer_email?: string;
  readonly customer?: NonNullable<Session['customer']>;
  readonly billing_details?: BillingDetails;
  readonly shipping?: Shipping;
  readonly description?: string;
  readonly statement_descriptor?: string;
  readonly exemption?: Exemption;
  readonly setup?: Setup;
  readonly collect?: readonly Collectable[];
  readonly saved_cards?: true;
  readonly expires_in: number;
  /** The link that the session is begun with. */
  readonly payment_link?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly livemode: boolean;
  readonly signing_key: string;
  readonly idempotency?: Idempotency;
  /** The limits that it counts against, in the write that creates it. */
  readonly limits?: readonly LimitWrite[];
};

type RouteCommand = Pick<
  CreateCommand,
  'id' | 'amount' | 'currency' | 'capture_method' | 'country' | 'routing_rule' | 'statement_descriptor'
>;

/** Opens a session: the route is decided here, once, and stored with its reasons. One write; a repeat under the same key gets the stored response. */
export const createSession = async (ports: CreatePorts, command: CreateCommand): Promise<Result> => {
  const { idempotency, limits = [] } = command;
  const looked = warnOfReference(ports, command);
  const routing = await planRoute(ports, command).catch((refusal: unknown) =>
    replayOr(ports, command, refusal),
  );
  if ('replay' in routing) return routing;
  const session = newSession(ports, command, routing);
  const result = { session, warnings: await looked };
  const response = idempotency && ports.render(result, idempotency.view);
  const item = response ? { ...session, creation: { ...idempotency, answer: response } } : session;
  const written = await ports.store.commit([{ table: 'sessions', item, expects: 'absent' }], limits);
  if (written.ok) {
    const { rule, version, plan } = routing;
    ports.log({ event: 'session_planned', session: session.id, rule, version, psp: plan[0] });
    return response ? { replay: response, first: true } : result;
  }
  const first = written.current[0];
  const replay = first && 'creation' in first ? seenBefore([first.creation], idempotency) : undefined;
  if (replay) return replay;
  if (written.exceeded.length > 0) throw tooManySessions(written.exceeded, ports.clock.now());
  throw new ApiError('internal', 'The new session has the id of an existing one.');
};

const newSession = (
  ports: CreatePorts,
  { idempotency, routing_rule, expires_in, limits, ...given }: CreateCommand,
  routing: Session['routing'],
): Session => {
  const created_ms = ports.clock.now();
  const created = Math.floor(created_ms / 1000);
  return {
    ...given,
    ...returnUrlsOf(given),
    v: recordFormat,
    rev: 1,
    write: ports.newWrite(),
    created,
    created_ms,
    expires_at: created + expires_in,
    routing,
    ...walletsOf(ports, routing),
    payment_status: 'unpaid',
    charge: null,
    next_action: null,
    last_payment_error: null,
    attempts: [],
    passed_over: [],
    confirms: 0,
    confirmations: [],
  };
};

const tooManySessions = (exceeded: readonly Exceeded[], now: number): ApiError =>
  new ApiError(
    'too_many_attempts',
    'Too many payments were begun from this address or with this payment link.',
    { retry_after: Math.max(1, ...exceeded.map(({ until }) => until - Math.floor(now / 1000))) },
  );

/** The merchant's page gets the id of the session that the customer returns from. */
const returnUrlsOf = ({
  id,
  success_url,
  cancel_url,
}: Pick<CreateCommand, 'id' | 'success_url' | 'cancel_url'>) => {
  const withId = (url: string) => url.replaceAll('{CHECKOUT_SESSION_ID}', id);
  return {
    success_url: withId(success_url),
    ...(cancel_url === undefined ? {} : { cancel_url: withId(cancel_url) }),
  };
};

/** Rules may have changed since the first response under the key: the first response counts. */
export const replayOr = async (
  { store }: Pick<CreatePorts, 'store'>,
  { id, idempotency }: Pick<CreateCommand, 'id' | 'idempotency'>,
  refusal: unknown,
): Promise<Extract<Result, { readonly replay: unknown }>> => {
  const first = idempotency && (await store.session(id));
  const replay = first?.creation && seenBefore([first.creation], idempotency);
  if (replay) return replay;
  throw refusal;
};

/** Where the session would be paid, and why. Throws `routing_rule_not_found`, `no_eligible_psp` and `psp_unavailable`. */
export const planRoute = async (ports: RoutePorts, command: RouteCommand): Promise<Route> => {
  const { rules } = await ports.rules();
  const published = Object.hasOwn(rules, command.routing_rule) ? rules[command.routing_rule] : undefined;
  if (!published) throw ruleNotFound(command.routing_rule, Object.keys(rules).sort());
  const { rule, kept } = chooseArm(published, command.id);
  const facts = {
    session: command.id,
    amount: command.amount,
    currency: command.currency,
    capture_method: command.capture_method,
    ...defined({ country: command.country }),
  };
  const verdict = rule.health.mode === 'steer' ? await ports.verdict() : undefined;
  const planned = planByRule(rule, ports.accounts, facts, verdict, await ports.closedPsps());
  const route = kept ? { ...planned, ...kept } : planned;
  const plans = [route, ...Object.values(route.plan_by_brand ?? {})];
  if (plans.every(({ plan }) => plan.length === 0))
    throw noPlan(
      rule.name,
      plans.flatMap(({ skipped }) => skipped),
    );
  refuseDescriptor(
    ports,
    command,
    plans.flatMap(({ plan }) => plan),
  );
  return route;
};

/** A payment that only closed accounts could take is valid: the caller does not have to change it. */
const noPlan = (rule: string, skipped: readonly Skipped[]): ApiError => {
  const reasons = [...new Set(skipped.map(({ psp, reason }) => `${psp}: ${reason}`))].join(', ');
  return skipped.some(({ reason }) => reason === 'psp_closed')
    ? new ApiError(
        'psp_unavailable',
        `Every payment provider of rule "${rule}" that can take this payment is closed (${reasons}).`,
      )
    : new ApiError(
        'no_eligible_psp',
        `No payment provider of rule "${rule}" can take this payment (${reasons}).`,
      );
};

/** A wallet encrypts for one PSP before the customer pays, so only the first PSP of the plan counts. */
const walletsOf = ({ accounts }: CreatePorts, route: Route): Pick<Session, 'wallets'> => {
  const [first] = walletPlanOf(route);
  const { wallets = [] } = accounts.find(({ id }) => id === first)?.capabilities ?? {};
  return wallets.length === 0 ? {} : { wallets };
};

const ruleNotFound = (name: string, names: readonly string[]): ApiError =>
  new ApiError(
    'routing_rule_not_found',
    `No routing rule is named "${name}"${didYouMean(name, names)}. There are: ${names.join(', ')}.`,
    { param: 'routing_rule' },
  );

/** Rejects a statement descriptor that none of these accounts supports: it would never reach a statement. */
const refuseDescriptor = (
  { accounts }: Pick<RoutePorts, 'accounts'>,
  { statement_descriptor }: RouteCommand,
  plan: readonly string[],
): void => {
  if (statement_descriptor === undefined) return;
  const limits = accounts
    .filter(({ id }) => plan.includes(id))
    .map(({ id, capabilities }) => ({ id, limit: capabilities.statement_descriptor }));
  if (limits.some(({ limit }) => takesDescriptor(limit, statement_descriptor))) return;
  throw new ApiError(
    'parameter_invalid',
    `statement_descriptor: expected a text that a payment provider of this session takes (${limits.map(({ id, limit }) => `${id}: ${limit ? `at most ${limit.max_length} characters` : 'none'}`).join(', ')}).`,
    { param: 'statement_descriptor' },
  );
};
