import { createRenderer } from '../../../lib/http/renderer.ts';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { LogRecord, PaymentStore } from '../../../lib/types/ports.ts';
import type { Attempt, AuthorizeRequest, Call, Operation, Psp } from '../../../lib/types/psp.ts';
import type { HttpResponse, HttpTransport } from '../../../lib/types/transport.ts';
import type { Vault } from '../../../lib/vault-protocol/forward.ts';
import { readInvocation } from '../../../lib/vault-protocol/read-invocation.ts';
import { slotMark } from '../../../lib/vault-protocol/slots.ts';
import { throughVault } from '../../../lib/vault-protocol/through-vault.ts';
import { storageUnavailable } from '../../../local/memory/memory-payment-store.ts';
import type { CallKind } from '../../simulation/psp/call-kind.ts';
import type { Profile } from '../../simulation/psp/draw-profile.ts';
import { baseUrlOf, readResponse, toRequest } from '../../simulation/vault/slotted-request.ts';
import { type ProcessSpec, run } from './process-spec.ts';
import type { Answer, Request, StoreRequest } from './request.ts';

/** What the caller is answered. */
export type Given = { readonly status: number; readonly body: string; readonly replayed: boolean };

/** A use-case that runs until it waits at a port. It knows nothing of the world but the answers it is given. */
export type LiveProcess = {
  readonly pending: () => readonly Request[];
  readonly given: () => Given | undefined;
  /** What was reported since the last time this was asked. */
  readonly reported: () => readonly LogRecord[];
  /** Hands one answer in and lets the process run until it waits again. `now` in Unix milliseconds. */
  readonly answer: (request: number, answer: Answer, now: number) => Promise<void>;
};

export type EngineSettings = {
  readonly profiles: readonly Profile[];
  readonly recovery: PaymentPorts['recovery'];
};

export const functionLimit_ms = 29_000;

export const startProcess = async (
  { profiles, recovery }: EngineSettings,
  { name, work }: ProcessSpec,
  started: number,
): Promise<LiveProcess> => {
  let now = started;
  let requests = 0;
  let ids = 0;
  let writes = 0;
  let events: LogRecord[] = [];
  let given: Given | undefined;
  const waiting = new Map<number, { readonly request: Request; readonly settle: (answer: Answer) => void }>();
  const ask = <Value>(what: DistributiveOmit<Request, 'id'>): Promise<Value> =>
    new Promise((resolve, reject) => {
      const id = ++requests;
      const settle = (answer: Answer): void =>
        'thrown' in answer ? reject(storageUnavailable()) : resolve(answer.value as Value);
      waiting.set(id, { request: { id, ...what }, settle });
    });
  // A slot knows a charge by an id of full length; `z` ends the part that says whose it is.
  const newId = (prefix: string): string => `${prefix}_${`0${name}${++ids}z`.padEnd(26, '0')}`;
  const clock = { now: () => now };
  const ports: PaymentPorts = {
    store: storePort(ask),
    psps: pspsPort(profiles, ask, clock),
    clock: { ...clock, sleep: (ms) => ask({ port: 'sleep', until: now + ms }) },
    newId,
    newWrite: () => `w_0${name}.${++writes}`,
    log: (event) => void events.push(event),
    render: createRenderer({ now: () => now, request_id: 'req', docs_url: 'https://docs.example' }),
    deadline: started + functionLimit_ms,
    recovery,
    releaseCvc: () => ask({ port: 'release' }),
  };
  void end(ports, { name, work }).then((answer) => {
    given = answer;
  });
  await settled();
  return {
    pending: () => [...waiting.values()].map(({ request }) => request),
    given: () => given,
    reported: () => {
      const since = events;
      events = [];
      return since;
    },
    answer: async (request, answer, at) => {
      now = at;
      waiting.get(request)?.settle(answer);
      waiting.delete(request);
      await settled();
    },
  };
};

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Ask = <Value>(what: DistributiveOmit<Request, 'id'>) => Promise<Value>;

/** A turn of the event loop: every continuation has come to its next wait by then. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What the endpoint wrapper makes of a use-case's end. */
const end = async (ports: PaymentPorts, { work }: ProcessSpec): Promise<Given> => {
  try {
    const result = await run(ports, work);
    if (result === undefined) return { status: 204, body: '', replayed: false };
    if ('replay' in result) return { ...result.replay, replayed: !result.first };
    return { ...ports.render(result, 'full'), replayed: false };
  } catch (error) {
    if (error instanceof ApiError) return { ...ports.render({ error }, 'full'), replayed: false };
    return {
      status: 500,
      body: error instanceof Error ? (error.stack ?? error.name) : 'unknown',
      replayed: false,
    };
  }
};

const storePort = (ask: Ask): PaymentStore => {
  const method =
    <M extends StoreRequest['method']>(name: M) =>
    (...args: Parameters<PaymentStore[M]>): ReturnType<PaymentStore[M]> =>
      ask({ port: 'store', method: name, args } as DistributiveOmit<Request, 'id'>) as ReturnType<
        PaymentStore[M]
      >;
  return {
    session: method('session'),
    charge: method('charge'),
    chargeAt: method('chargeAt'),
    commit: method('commit'),
    reserveRefund: method('reserveRefund'),
    replaceRefund: method('replaceRefund'),
    recordRefund: method('recordRefund'),
    recordDispute: method('recordDispute'),
    holdEvent: method('holdEvent'),
    heldEvents: method('heldEvents'),
    replaceHeld: method('replaceHeld'),
    open: method('open'),
  };
};

const pspsPort = (
  profiles: readonly Profile[],
  ask: Ask,
  clock: { readonly now: () => number },
): PaymentPorts['psps'] => ({
  accounts: profiles.map(({ account }) => account),
  connect: (id) => {
    const profile = profiles.find(({ account }) => account.id === id);
    if (!profile) return undefined;
    const account = { id, base_url: baseUrlOf(id) };
    return throughVault({ vault: vaultPort(ask), account, http: notHere, clock }, (toVault) =>
      pspPort(profile, ask, toVault),
    );
  },
});

const vaultPort = (ask: Ask): Vault => ({
  forward: async (request) => readInvocation(await ask<HttpResponse>({ port: 'forward', request })),
  manage: notHere,
});

const notHere = (): Promise<never> =>
  Promise.reject(new Error('Only cards in the vault are paid by HTTP here, and none is stored.'));

const pspPort = ({ account }: Profile, ask: Ask, toVault: HttpTransport): Psp => {
  const { capabilities } = account;
  const question =
    (kind: CallKind) =>
    <Value>(attempt: Attempt, { timeout_ms }: Call): Promise<Value> =>
      ask({ port: 'psp', call: { psp: account.id, kind, attempt, timeout_ms } });
  const move =
    (kind: CallKind) =>
    <Value>(attempt: Attempt, operation: Operation, { timeout_ms }: Call): Promise<Value> =>
      ask({ port: 'psp', call: { psp: account.id, kind, attempt, operation, timeout_ms } });
  return {
    ...account,
    authorize: async (attempt, { payment_method }, call) => {
      if (!isPaidAsCard(payment_method)) return question('authorize')(attempt, call);
      const { card } = payment_method;
      return readResponse(
        await toVault(toRequest(account.id, attempt, { card, challenge: false, note: '' }, call)),
      );
    },
    canComplete: ({ result }) => result !== undefined,
    tokenKind: () => undefined,
    completeAuthentication: (attempt, params, { timeout_ms }) =>
      ask({ port: 'psp', call: { psp: account.id, kind: 'complete', attempt, params, timeout_ms } }),
    ...(capabilities.look_up ? { lookUp: question('look_up') } : {}),
    ...(capabilities.cancel_by_reference ? { cancelByReference: question('fence') } : {}),
    capture: move('capture'),
    cancel: move('cancel'),
    refund: move('refund'),
    ...(capabilities.refund.look_up ? { lookUpRefunds: question('look_up_refunds') } : {}),
  };
};

type PaidByCard = Extract<AuthorizeRequest['payment_method'], { readonly type: 'card' }>;

const isPaidAsCard = (method: AuthorizeRequest['payment_method']): method is PaidByCard =>
  method.type === 'card' && method.card.number.reveal().startsWith(slotMark);
