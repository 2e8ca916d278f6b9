import { completeAuthentication } from '../../lib/payments/complete-authentication.ts';
import { confirmSession } from '../../lib/payments/confirm-session.ts';
import { createSession } from '../../lib/payments/create-session.ts';
import { operateCharge } from '../../lib/payments/operate-charge.ts';
import { refundCharge } from '../../lib/payments/refund-charge.ts';
import type { PspEvent } from '../../lib/types/psp.ts';
import type { Charge, Session } from '../../lib/types/records.ts';
import type { Idempotency } from '../../lib/types/result.ts';
import type { RoutingRule } from '../../lib/types/routing.ts';
import { createMemoryPaymentStore, type MemoryPaymentStore } from '../memory/memory-payment-store.ts';
import { createChecker } from '../simulation/checker/checker.ts';
import { createFacts } from '../simulation/checker/facts.ts';
import { type FaultKind, faultKinds } from '../simulation/faults.ts';
import { createPspServer, type PspServer } from '../simulation/psp/create-server.ts';
import type { Profile } from '../simulation/psp/draw-profile.ts';
import { createWebhooks, type Webhooks } from '../simulation/psp/webhooks.ts';
import { createRandom } from '../simulation/random.ts';
import { createService, type Given, type Invocation } from '../simulation/service.ts';
import { createVirtualTime } from '../simulation/virtual-time.ts';
import type { World } from '../simulation/world.ts';
import { card, ruleOf, withScript } from './scene-parts.ts';

export type SceneOptions = {
  readonly psps: readonly Profile[];
  readonly failover?: Partial<RoutingRule['failover']>;
  readonly targets?: RoutingRule['targets'];
};

/** What a script says of one kind of fault: the first `after` chances pass, the next `times` hit. */
type Planned = { after: number; times: number };

const start = Date.UTC(2030, 0, 1);
const minute = 60_000;

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
  const lookUps = new Set(psps.flatMap(({ account }) => (account.capabilities.look_up ? account.id : [])));
  const checker = createChecker(createFacts(time.now, ledgers, new Set(), lookUps));
  const log: string[] = [];
  const world: World = {
    time,
    random,
    checker,
    faults: { hits, counts, stop: () => planned.clear(), enabled: [] },
    note: (line) => void log.push(line),
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
  const keyed = (key: string | undefined): { readonly idempotency?: Idempotency } =>
    key === undefined ? {} : { idempotency: { key, hash: 'body', view: 'full' } };

  return {
    store,
    servers,
    service,
    checker,
    log,
    sent,
    known,
    pass,
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
    create: async (
      body: {
        readonly amount?: number;
        readonly currency?: string;
        readonly manual?: boolean;
        readonly key?: string;
      } = {},
    ) => {
      const id = service.newId('cs');
      const asked = ask({
        endpoint: 'create',
        target: '',
        ...keyed(body.key),
        work: async (ports, idempotency) => ({
          session: await createSession(ports, {
            id,
            amount: body.amount ?? 2_599,
            currency: body.currency ?? 'eur',
            capture_method: body.manual ? 'manual' : 'automatic',
            success_url: 'https://shop.example/thanks',
            routing_rule: 'default',
            expires_in: 1_800,
            metadata: {},
            livemode: false,
            signing_key: 'k1',
            ...(idempotency ? { idempotency } : {}),
          }),
        }),
      });
      await pass(1_000);
      return { id, given: asked.given() };
    },
    confirm: (session: string, key?: string, hash = 'body') =>
      ask({
        endpoint: 'confirm',
        target: session,
        ...(key === undefined ? {} : { idempotency: { key, hash, view: 'full' as const } }),
        work: async (ports, idempotency) => ({
          session: await confirmSession(ports, {
            session,
            payment_method: card,
            return_url: (charge) => `https://pay.example/return/${charge}`,
            ...(idempotency ? { idempotency } : {}),
          }),
        }),
      }),
    complete: (session: string, charge: string, result?: 'approved' | 'refused') =>
      ask({
        endpoint: 'complete',
        target: charge,
        work: async (ports) => ({
          session: await completeAuthentication(ports, {
            session,
            charge,
            params: result === undefined ? {} : { result },
          }),
        }),
      }),
    refund: (charge: string, amount?: number, key?: string, id: string = service.newId('re')) =>
      ask({
        endpoint: 'refund',
        target: charge,
        ...keyed(key),
        work: (ports, idempotency) =>
          refundCharge(ports, {
            id,
            charge,
            metadata: {},
            ...(amount === undefined ? {} : { amount }),
            ...(idempotency ? { idempotency } : {}),
          }),
      }),
    operate: (kind: 'capture' | 'cancel', charge: string, amount?: number, key?: string) =>
      ask({
        endpoint: kind,
        target: charge,
        ...keyed(key),
        work: async (ports, idempotency) => ({
          charge: await operateCharge(ports, kind, {
            charge,
            ...(amount === undefined ? {} : { amount }),
            ...(idempotency ? { idempotency } : {}),
          }),
        }),
      }),
    /** Hands a webhook in, perhaps several times at once, and tells whether every delivery was taken. */
    deliver: async (psp: string, event: PspEvent, copies = 1): Promise<boolean> => {
      let taken = 0;
      for (let copy = 0; copy < copies; copy++)
        service.receive(psp, event, (accepted) => {
          if (accepted) taken += 1;
        });
      await pass(12_000);
      return taken === copies;
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
      void servers.get(psp)?.authorize({ ...charge, reference: id }, charge.started, 'normal', false),
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
