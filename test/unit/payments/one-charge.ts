import { waitingEvents } from '../../../lib/charge/waiting-events.ts';
import type { ConfirmPorts } from '../../../lib/payments/payment-ports.ts';
import { receiveWebhook } from '../../../lib/payments/webhooks/receive-webhook.ts';
import { stripe } from '../../../lib/psp/stripe/adapter.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Capabilities } from '../../../lib/types/capabilities.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import { statusOf } from '../../../lib/types/charge-state.ts';
import { defined } from '../../../lib/types/defined.ts';
import type { LogRecord } from '../../../lib/types/ports.ts';
import type { AnyMethodPsp, Psp, PspEvent, WebhookReading } from '../../../lib/types/psp.ts';
import type { Session } from '../../../lib/types/session.ts';
import { createMemoryPaymentStore } from '../../../local/memory/memory-payment-store.ts';
import { sampleCharge, sampleSession } from '../../contract/sample-records.ts';

export const start = 1_800_000_000_000;

export type Scenario = {
  /** How the charge differs from one of 40.00 that is held and not captured. */
  readonly charge?: Partial<Charge>;
  readonly session?: Partial<Session>;
  readonly capabilities?: Partial<Capabilities>;
  /** What the PSP answers; without a `lookUp` it cannot be asked. */
  readonly psp?: Partial<Psp>;
};

/** One charge at one PSP that answers what a test says, with everything that is reported. */
export const oneCharge = async ({
  charge = {},
  session = {},
  capabilities = {},
  psp = {},
}: Scenario = {}) => {
  const clock = { now: start };
  const store = createMemoryPaymentStore({ now: () => clock.now });
  const held = sampleCharge('ch_1', {
    capture_method: 'manual',
    outcome: 'approved',
    amount_captured: 0,
    amount_refundable: 0,
    amount_refundable_disputed: 0,
    started: start - 1_000,
    recover_shard: 0,
    recover_at: start + 60_000,
    ...charge,
  });
  const first: Charge = { ...held, status: statusOf(held) };
  const attempt = { charge: 'ch_1', psp: 'stripe', outcome: first.outcome, started: first.started };
  await store.commit([
    { table: 'charges', item: first, expects: 'absent' },
    {
      table: 'sessions',
      item: sampleSession(first.session, {
        charge: 'ch_1',
        payment_status: 'authorized',
        attempts: [attempt],
        ...session,
      }),
      expects: 'absent',
    },
  ]);
  const logs: LogRecord[] = [];
  const released: string[] = [];
  const closed = new Set<string>();
  let ids = 0;
  const connected = {
    ...stripe,
    id: 'stripe',
    psp: 'stripe',
    ...psp,
    capabilities: { ...stripe.capabilities, ...capabilities },
  };
  const ports: ConfirmPorts = {
    store,
    psps: {
      accounts: [{ id: 'stripe', psp: 'stripe', capabilities: connected.capabilities }],
      connect: (id) => (id === 'stripe' ? (connected as unknown as AnyMethodPsp) : undefined),
    },
    clock: { now: () => clock.now, sleep: async () => {} },
    newId: (prefix) => `${prefix}_${String(++ids).padStart(26, '0')}`,
    newWrite: () => `write_${++ids}`,
    log: (event) => void logs.push(event),
    render: (result) => ({ status: 'error' in result ? 402 : 200, body: JSON.stringify(result) }),
    releaseCvc: async (token) => void released.push(token),
    closedPsps: async () => closed,
    get deadline() {
      return clock.now + 29_000;
    },
    recovery: { schedule_s: [60, 300], shards: 1 },
  };
  const read = (reading: WebhookReading, account = 'stripe'): Promise<void> =>
    receiveWebhook(ports, account, async () => reading);
  const named = defined({ psp_reference: first.psp_reference });
  return {
    ports,
    store,
    logs,
    closed,
    first,
    read,
    /** Delivers an event about the charge, which names its payment unless it says otherwise. Rejects with `Waits` if it is kept until it can be applied. */
    receive: async (event: Partial<PspEvent> & Pick<PspEvent, 'claim'>): Promise<void> => {
      const { id = 'evt_1' } = event;
      await read({ ok: true, events: [{ ...named, id, reference: 'ch_1', ...event }] });
      const after = await store.charge('ch_1');
      if (after && waitingEvents(after).some((waiting) => waiting.id === id)) throw new Waits();
    },
    answers: (answers: Partial<Psp>): void => void Object.assign(connected, answers),
    pass: (milliseconds: number): void => {
      clock.now += milliseconds;
    },
    charge: async (): Promise<Charge> => {
      const current = await store.charge('ch_1');
      if (!current) throw new Error('The charge is gone.');
      return current;
    },
    session: () => store.session(first.session),
  };
};

/** An event was accepted, and waits on its charge. */
class Waits extends Error {}

/** What whoever asked is told: code, words and details; `waits` of an event that was accepted and waits. */
export const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'not refused',
    (error: unknown) => {
      if (error instanceof Waits) return 'waits';
      return error instanceof ApiError
        ? { code: error.code, message: error.message, ...error.details }
        : error;
    },
  );
