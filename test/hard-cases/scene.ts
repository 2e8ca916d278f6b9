import { keptEvent } from '../../lib/charge/waiting-events.ts';
import type { DecideCommand } from '../../lib/payments/decisions/decide-charge.ts';
import type { Charge, Refund } from '../../lib/types/charge.ts';
import { defined } from '../../lib/types/defined.ts';
import type { PspEvent } from '../../lib/types/psp.ts';
import type { Idempotency } from '../../lib/types/result.ts';
import type { RoutingRule } from '../../lib/types/routing.ts';
import { secret } from '../../lib/types/secret.ts';
import type { Session } from '../../lib/types/session.ts';
import {
  createMemoryPaymentStore,
  type MemoryPaymentStore,
} from '../../local/memory/memory-payment-store.ts';
import { createChecker } from '../simulation/checker/checker.ts';
import { createFacts } from '../simulation/checker/facts.ts';
import { type FaultKind, faultKinds } from '../simulation/faults.ts';
import { failAutomaticCapture } from '../simulation/psp/automatic-capture-fails.ts';
import { captureOf } from '../simulation/psp/captures-of.ts';
import { createPspServer } from '../simulation/psp/create-server.ts';
import type { Profile } from '../simulation/psp/draw-profile.ts';
import { letGo, turnDispute } from '../simulation/psp/elsewhere.ts';
import type { LedgerDispute, LedgerPayment } from '../simulation/psp/ledger.ts';
import { operate } from '../simulation/psp/operate.ts';
import { newOperation, settleOperation, takeBack } from '../simulation/psp/operations.ts';
import type { PspServer } from '../simulation/psp/psp-server.ts';
import { recapture } from '../simulation/psp/recapture.ts';
import { createWebhooks, type Webhooks } from '../simulation/psp/webhooks.ts';
import { createRandom } from '../simulation/random.ts';
import {
  toComplete,
  toConfirm,
  toCreate,
  toDecide,
  toExpire,
  toOperate,
  toRefresh,
  toRefund,
} from '../simulation/requests.ts';
import { createService, type Given, type Invocation } from '../simulation/service.ts';
import { createVirtualTime } from '../simulation/virtual-time.ts';
import type { World } from '../simulation/world.ts';
import { card, ruleOf, withScript } from './scene-parts.ts';

export type SceneOptions = {
  readonly psps: readonly Profile[];
  readonly failover?: Partial<RoutingRule['failover']>;
  readonly targets?: RoutingRule['targets'];
};

type CreateBody = {
  readonly amount?: number;
  readonly currency?: string;
  readonly manual?: boolean;
  readonly key?: string;
  readonly order?: string;
  /** Seconds. */
  readonly expires_in?: number;
};

/** What a person decides, and about which operation. */
type Decision = Omit<DecideCommand, 'charge' | 'note' | 'by' | 'revision'>;

/** What a script says of one kind of fault: the first `after` chances pass, the next `times` hit. */
type Planned = { after: number; times: number };

const start = Date.UTC(2030, 0, 1);
const minute = 60_000;

/** Whether the event waits on the charge, and not for a person. */
const waits = (charge: Charge, { id }: PspEvent): boolean => {
  const { whole, why } = keptEvent(charge, id) ?? {};
  return whole !== undefined && why !== 'not_confirmed';
};

/** A world in which only what the script says goes wrong. Every invariant is checked all the time; `checked` tells what was broken. */
export const createScene = ({ psps, failover, targets }: SceneOptions) => {
  const planned = new Map<FaultKind, Planned>();
  const counts = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  const hits = (kind: FaultKind): boolean => {
    const plan = planned.get(kind);
    if (!plan || plan.times === 0) return false;
    if (plan.after > 0) {
      plan.after -= 1;
      return false;
    }
    plan.times -= 1;
    counts[kind] += 1;
    return true;
  };
  const time = createVirtualTime(start);
  const random = createRandom(7);
  const ledgers = new Map<string, PspServer['ledger']>();
  const profiles = new Map(psps.map((profile) => [profile.account.id, profile]));
  const checker = createChecker(createFacts({ now: time.now, ledgers, profiles, poisoned: new Set() }));
  const log: string[] = [];
  const world: World = {
    time,
    random,
    checker,
    faults: { hits, counts, stop: () => planned.clear(), enabled: [] },
    note: (line) => void log.push(line),
    horizon_ms: 86_400_000,
  };
  const sent: { readonly psp: string; readonly event: PspEvent }[] = [];
  const parts: { webhooks?: Webhooks; held: boolean } = { held: false };
  const servers = new Map<string, PspServer>();
  for (const profile of psps) {
    const { id } = profile.account;
    const server = createPspServer(world, profile, (event) => {
      sent.push({ psp: id, event });
      if (!parts.held) parts.webhooks?.send(id, event);
    });
    servers.set(id, server);
    ledgers.set(id, server.ledger);
  }
  const store: MemoryPaymentStore = createMemoryPaymentStore({
    now: time.now,
    index: { now: time.now, lag_ms: () => (hits('index_stale') ? 10_000 : 0) },
  });
  const known = { accounts: psps.map(({ account }) => account), rule: ruleOf(psps, failover, targets, 1) };
  const scripted = new Map<string, unknown[]>();
  const service = createService(world, {
    store,
    servers,
    poisoned: new Set(),
    accounts: {
      rule: () => known.rule,
      seenBy: () => ({ accounts: known.accounts, rules: { rules: { default: known.rule } } }),
    },
    recovery: { schedule_s: [60, 300, 1_800, 7_200, 86_400], shards: 1 },
    through: (psp) => withScript(psp, scripted, log),
  });
  parts.webhooks = createWebhooks(world, service.receive);

  const pass = (milliseconds: number): Promise<void> => time.runUntil(time.now() + milliseconds, () => false);
  const ask = (invocation: Invocation): { readonly given: () => Given | undefined } => {
    let answer: Given | undefined;
    service.invoke(
      invocation,
      (given) => {
        answer = given;
      },
      () => undefined,
    );
    return { given: () => answer };
  };
  const keyed = (key: string | undefined, hash = 'body'): Idempotency | undefined =>
    key === undefined ? undefined : { key, hash, view: 'full' };

  const held = (psp: string, charge: string) => {
    const server = servers.get(psp);
    const payment = server?.paymentOf(charge);
    if (!server || !payment) throw new Error(`${psp} has no payment for ${charge}`);
    return { server, payment };
  };

  return {
    store,
    servers,
    service,
    checker,
    log,
    sent,
    known,
    pass,
    now: time.now,
    /** The next chances of this fault, after some that pass. */
    plan: (kind: FaultKind, { after = 0, times = 1 } = {}): void => void planned.set(kind, { after, times }),
    planned,
    /** Webhooks are kept back until they are delivered by hand. */
    holdWebhooks: (): void => {
      parts.held = true;
    },
    /** What a PSP account answers next to calls of one kind, whatever its books say. */
    script: (psp: string, kind: string, ...answers: readonly unknown[]): void =>
      void scripted.set(`${psp}/${kind}`, [...answers]),
    ruleChanges: (next: RoutingRule['targets']): void => {
      known.rule = ruleOf(psps, failover, next, 2);
    },
    create: async (body: CreateBody = {}) => {
      const id = service.newId('cs');
      const wanted = {
        amount: body.amount ?? 2_599,
        currency: body.currency ?? 'eur',
        capture_method: body.manual ? ('manual' as const) : ('automatic' as const),
        ...defined({ order: body.order, expires_in: body.expires_in }),
      };
      const asked = ask(toCreate(wanted, () => id, keyed(body.key)));
      await pass(1_000);
      return { id, given: asked.given() };
    },
    confirm: (session: string, key?: string, hash?: string) =>
      ask(toConfirm(session, () => ({ payment_method: card }), keyed(key, hash))),
    /** Pays with a token of a PSP's own, as a browser does, or a server that may use what is on file. */
    confirmWith: (session: string, psp: string, token: string, stored_credentials?: true) =>
      ask(
        toConfirm(session, () => ({
          payment_method: { type: 'psp_token', psp, token: secret(token) },
          ...(stored_credentials ? { stored_credentials } : {}),
        })),
      ),
    /** `of`: the payment that the customer's query is about, if it is another one. */
    complete: (session: string, charge: string, result?: 'approved' | 'refused', of?: string) =>
      ask(
        toComplete(session, charge, {
          ...defined({ result, of }),
        }),
      ),
    expire: (session: string) => ask(toExpire(session)),
    refresh: (charge: string) => ask(toRefresh(charge)),
    decide: (charge: string, decision: Decision) =>
      ask(
        toDecide({
          charge,
          note: 'the books say so',
          by: 'key_1',
          revision: store.charges.get(charge)?.rev ?? 0,
          ...decision,
        }),
      ),
    refund: (charge: string, amount?: number, key?: string, id: string = service.newId('re')) =>
      ask(toRefund(charge, defined({ amount }), () => id, keyed(key))),
    operate: (kind: 'capture' | 'cancel', charge: string, amount?: number, key?: string) =>
      ask(toOperate(kind, charge, amount, keyed(key))),
    /** What is done in the PSP's dashboard. */
    elsewhere: (psp: string, charge: string, kind: 'capture' | 'cancel' | 'refund', amount?: number) => {
      const { server, payment } = held(psp, charge);
      const made = { kind, amount: amount ?? payment.authorized };
      const of = kind === 'refund' ? captureOf(server.profile, payment, made.amount) : {};
      const operation = newOperation(server, payment, { ...made, ...of });
      settleOperation(world, server, payment, operation, true);
      return operation;
    },
    /** Somebody pays a second time at the PSP, under the charge's reference. */
    payTwice: (psp: string, charge: string): LedgerPayment => {
      const { server, payment } = held(psp, charge);
      return server.payTwice(payment);
    },
    /** The hold lapses at the PSP. */
    lapse: (psp: string, charge: string): void => {
      const { server, payment } = held(psp, charge);
      letGo(world, server, payment, 'expired');
    },
    /** The scheme takes back a capture or refund that was done: the last one, or the one by this id of the PSP's. What the PSP has repeated stays. */
    takeBack: (psp: string, charge: string, kind: 'capture' | 'refund', psp_id?: string): void => {
      const { server, payment } = held(psp, charge);
      const done = payment.operations.findLast(
        (other) =>
          other.kind === kind &&
          other.status === 'succeeded' &&
          !other.again &&
          (psp_id ?? other.id) === other.id,
      );
      if (done) takeBack(world, server, payment, done);
    },
    /** The capture that followed by itself fails. */
    automaticFails: (psp: string, charge: string): void => {
      const { server, payment } = held(psp, charge);
      failAutomaticCapture(world, server, payment);
    },
    /** The PSP itself repeats the last capture that failed. */
    recapture: (psp: string, charge: string): void => {
      const { server, payment } = held(psp, charge);
      recapture(world, server, payment);
    },
    /** The cardholder disputes so much; the function that comes back ends it. */
    dispute: (psp: string, charge: string, amount: number): ((ends: 'won' | 'lost') => void) => {
      const { server, payment } = held(psp, charge);
      const dispute: LedgerDispute = { id: 'dispute-1', amount, stage: 'dispute', status: 'open' };
      payment.disputes.push(dispute);
      turnDispute(server, payment, dispute, 'open');
      return (ends) => turnDispute(server, payment, dispute, ends);
    },
    payment: (psp: string, charge: string): LedgerPayment => held(psp, charge).payment,
    /** Hands a webhook in, perhaps several times at once, and tells whether every delivery was accepted, and the event does not wait any more. */
    deliver: async (psp: string, event: PspEvent, copies = 1): Promise<boolean> => {
      let taken = 0;
      for (let copy = 0; copy < copies; copy++)
        service.receive(psp, event, (accepted) => {
          if (accepted) taken += 1;
        });
      await pass(12_000);
      return taken === copies && ![...store.charges.values()].some((charge) => waits(charge, event));
    },
    /** Recovery runs every minute for so long. */
    recover: async (minutes: number): Promise<void> => {
      for (let passed = 0; passed < minutes; passed++) {
        service.recover();
        await pass(minute);
      }
    },
    /** A request that was lost on its way reaches the PSP after all. */
    arrive: ({ id, psp, ...charge }: Charge): void =>
      void servers
        .get(psp)
        ?.authorize(
          { ...charge, reference: id },
          { called: charge.started, challenge: false },
          'normal',
          false,
        ),
    /** The request of a capture or refund that was lost on its way reaches the PSP after all. */
    operationArrives: (
      psp: string,
      charge: string,
      kind: 'capture' | 'refund',
      { id, amount }: Pick<Refund, 'id' | 'amount'>,
    ): void => {
      const server = servers.get(psp);
      if (server) operate(world, server, kind, charge, { id, amount }, 'normal', true);
    },
    session: (id: string): Session | undefined => store.sessions.get(id),
    chargesOf: (session: string): readonly Charge[] =>
      [...store.charges.values()].filter((charge) => charge.session === session),
    /** Calls of one kind that went out, as `psp subject outcome`. */
    calls: (kind: string): readonly string[] =>
      log.flatMap((line) => {
        const [, called, ...rest] = line.split(' ');
        return called === kind && servers.has(rest[0] ?? '') ? rest.join(' ') : [];
      }),
    reported: (event: string): number => checker.events.get(event) ?? 0,
  };
};

export type Scene = ReturnType<typeof createScene>;
