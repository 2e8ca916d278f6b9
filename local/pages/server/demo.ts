import type {
  Backtest,
  DemoState,
  Payment,
  PaymentDetails,
  PspHealth,
  PublishedRule,
  RuleVersion,
  RuleVersions,
} from '../model.ts';
import { type CallService, expectOk, PageProblem } from './call-service.ts';
import type { PaymentFeed } from './payment-feed.ts';
import type { PspModes } from './psp-modes.ts';
import type { Rollout } from './rollout.ts';
import type { PageRequest } from './serve-json.ts';
import type { Traffic } from './traffic.ts';

export type DemoParts = {
  readonly call: CallService;
  readonly psps: readonly string[];
  readonly feed: PaymentFeed;
  readonly modes: PspModes;
  readonly rollout: Rollout;
  readonly traffic: Traffic;
  readonly done: ReturnType<typeof createDone>;
};

/** How many payments a page shows. The shares count all that are remembered. */
const shown = 40;

/** The demonstration's own server: what the router did, read through the API and, for the PSPs' side, from the simulators. */
export const routerDemo =
  (parts: DemoParts) =>
  async ({ method, path, body }: PageRequest): Promise<object> => {
    const [, , what = '', id = '', ...rest] = path.split('/');
    if (rest.length > 0) throw notFound();
    switch (`${method} ${what}`) {
      case 'GET state':
        return readState(parts);
      case 'GET payments':
        return readDetails(parts, id);
      case 'GET versions':
        return readVersions(parts);
      case 'GET backtests':
        return readBacktest(parts, id);
      case 'POST rule':
        return changeRule(parts, id, body);
      case 'POST traffic':
        return parts.traffic.send(body.count);
      case 'POST psps':
        await parts.modes.set(id, body.mode);
        return {};
      default:
        throw notFound();
    }
  };

const notFound = () => new PageProblem(404, 'The demonstration has no such page.');

const changeRule = (
  { call, rollout }: DemoParts,
  what: string,
  body: PageRequest['body'],
): Promise<object> => {
  switch (what) {
    case '':
      return rollout.publish(body);
    case 'check':
      return rollout.check(body);
    case 'rollback':
      return rollout.takeBack(body);
    case 'rollout':
      return call('POST', '/v1/routing/rules/default/rollout', { action: body.action }).then(
        expectOk<PublishedRule>,
      );
    case 'backtest':
      return call('POST', '/v1/routing/rules', { ...body, dry_run: true, backtest: { sessions } }).then(
        (response) => expectOk<{ readonly backtest: Backtest }>(response).backtest,
      );
    default:
      throw notFound();
  }
};

/** As many recent sessions as can be replayed in a few seconds. */
const sessions = 10_000;

const readVersions = async ({ call }: DemoParts): Promise<RuleVersions> => {
  const { data, has_more } = expectOk<{
    readonly data: readonly RuleVersion[];
    readonly has_more: boolean;
  }>(await call('GET', '/v1/routing/rules/default/versions'));
  return { versions: data, more: has_more };
};

const readBacktest = async ({ call }: DemoParts, id: string): Promise<Backtest> => {
  if (!/^bt_[0-9a-z]{26}$/.test(id)) throw notFound();
  return expectOk<Backtest>(await call('GET', `/v1/routing/backtests/${id}`));
};

const readState = async ({
  call,
  psps,
  feed,
  modes,
  rollout,
  traffic,
  done,
}: DemoParts): Promise<DemoState> => {
  const [rule, { strata }, payments, ...pspModes] = await Promise.all([
    call('GET', '/v1/routing/rules/default').then(expectOk<PublishedRule>),
    call('GET', '/v1/routing/health').then(expectOk<{ readonly strata: readonly PspHealth[] }>),
    feed.read(),
    ...psps.map(modes.read),
  ]);
  const newest = payments.find(({ routing }) => routing.rule === rule.name && routing.arm !== 'candidate');
  rollout.saw(newest?.routing.version ?? 0);
  const { in_force: version, rollout: under_way } = rollout.state(rule.version);
  const counted = payments.filter(
    ({ routing }) => routing.rule === rule.name && routing.version === version && routing.override === null,
  );
  return {
    rule,
    in_force: version,
    rollout: under_way,
    routed: counted.length,
    done: done(payments),
    health: strata,
    psps: psps.map((id, index) => ({
      id,
      mode: pspModes[index] ?? null,
      drawn: counted.filter(({ routing }) => routing.plan[0] === id).length,
      took: counted.filter((payment) => takerOf(payment) === id).length,
    })),
    payments: payments.slice(0, shown),
    traffic: traffic.state(),
  };
};

/** What visitors have done so far. It stays done once its payments are forgotten. */
export const createDone = () => {
  const done = { paid: false, failed_over: false };
  return (payments: readonly Payment[]): DemoState['done'] => {
    done.paid ||= payments.length > 0;
    done.failed_over ||= payments.some(
      ({ payment_status, routing }) => payment_status === 'paid' && routing.attempts.length > 1,
    );
    return done;
  };
};

/** The PSP that has the money, or the last one to refuse. A PSP that was never reached took nothing. */
const takerOf = ({ routing }: Payment): string | undefined =>
  routing.attempts.findLast(({ outcome }) => outcome !== 'not_sent')?.psp;

const readDetails = async ({ call, modes }: DemoParts, id: string): Promise<PaymentDetails> => {
  if (!/^cs_[0-9a-z]{26}$/.test(id)) throw notFound();
  const payment = expectOk<Payment>(await call('GET', `/v1/checkout/sessions/${id}`));
  return { payment, books: await modes.books(payment) };
};
