import { cardFingerprint } from '../../lib/http/card-fingerprint.ts';
import { createRenderer } from '../../lib/http/renderer.ts';
import type { RecordKeys } from '../../lib/http/token-secrets.ts';
import { completeAuthentication } from '../../lib/payments/confirm/complete-authentication.ts';
import { confirmSession } from '../../lib/payments/confirm/confirm-session.ts';
import { operateCharge } from '../../lib/payments/operations/operate-charge.ts';
import { type RefundCommand, refundCharge } from '../../lib/payments/operations/refund-charge.ts';
import type { ConfirmPorts } from '../../lib/payments/payment-ports.ts';
import { recoverDue } from '../../lib/payments/recovery/recover-due.ts';
import { type CreateCommand, createSession } from '../../lib/payments/sessions/create-session.ts';
import { expireDue } from '../../lib/payments/sessions/expire-due.ts';
import { receiveWebhook } from '../../lib/payments/webhooks/receive-webhook.ts';
import { ApiError } from '../../lib/types/api-error.ts';
import { brandOf } from '../../lib/types/card-number.ts';
import type { HealthVerdict } from '../../lib/types/health.ts';
import type { PaymentStore, RulesReader } from '../../lib/types/ports.ts';
import { secret } from '../../lib/types/secret.ts';
import type { Session } from '../../lib/types/session.ts';
import type { MemoryPaymentStore } from '../memory/memory-payment-store.ts';
import type { RunningSimulator } from '../psp/framework/start-simulator.ts';
import type { Chance } from './chance.ts';
import type { MovedTime } from './moved-time.ts';
import type { ReachedPsps } from './reach-psps.ts';

export type EngineParts = {
  readonly time: MovedTime;
  readonly chance: Chance;
  readonly store: PaymentStore;
  readonly held: MemoryPaymentStore;
  readonly psps: ReachedPsps;
  readonly simulators: ReadonlyMap<string, RunningSimulator>;
  readonly rules: RulesReader;
  readonly verdict: () => Promise<HealthVerdict | undefined>;
  readonly recovery: ConfirmPorts['recovery'];
  readonly signing_key: string;
  readonly record_keys: RecordKeys;
  readonly base_url: string;
  /** Whether a PSP's event gets lost. */
  readonly isLost: (event: string) => boolean;
};

export type Wanted = Pick<
  CreateCommand,
  | 'amount'
  | 'currency'
  | 'country'
  | 'capture_method'
  | 'customer_email'
  | 'customer'
  | 'reference'
  | 'metadata'
>;

/** The use-cases, as the functions call them. Each resolves to the session after it. */
export type Engine = {
  readonly open: (id: string, wanted: Wanted) => Promise<Session>;
  readonly pay: (session: string, card: string) => Promise<Session>;
  /** The customer comes back from the bank. */
  readonly comeBack: (session: string, approved: boolean) => Promise<Session>;
  readonly refund: (command: Omit<RefundCommand, 'metadata'>) => Promise<void>;
  readonly operate: (kind: 'capture' | 'cancel', charge: string, by: string) => Promise<void>;
  readonly expireDue: () => Promise<void>;
  /** When recovery has something to do: Unix milliseconds; undefined if never. */
  readonly nextCheck: () => number | undefined;
  readonly recover: () => Promise<void>;
};

const functionLimit_ms = 29_000;
const expires_in = 1_800;
/** A PSP sends an event again after so long, and so often. */
const again_ms = 60_000;
const mostTries = 5;

const browser = {
  user_agent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 Version/26.1 Safari/604.1',
  accept_header: '*/*',
  language: 'en-GB',
  color_depth: 24,
  screen_height: 852,
  screen_width: 393,
  time_zone_offset: 0,
  java_enabled: false,
};

export const createEngine = (parts: EngineParts): Engine => {
  const { time, held, simulators } = parts;
  const ports = (): ConfirmPorts => portsOf(parts);
  const sessionOf = (id: string): Session => {
    const session = held.sessions.get(id);
    if (!session) throw new Error(`The week has no session ${id}.`);
    return session;
  };
  const returnUrl = (session: string, charge: string): string =>
    `${parts.base_url}/v1/checkout/sessions/${session}/return?state=${charge}`;
  listenToPsps(parts, ports);
  return {
    open: async (id, wanted) => {
      const { accounts } = parts.psps;
      const { rules, verdict } = parts;
      await createSession(
        { ...ports(), accounts, rules, verdict, sessionsOf: async () => [] },
        {
          ...wanted,
          id,
          success_url: 'https://shop.example.com/thanks?order={CHECKOUT_SESSION_ID}',
          routing_rule: 'default',
          expires_in,
          livemode: false,
          signing_key: parts.signing_key,
        },
      );
      return sessionOf(id);
    },
    pay: async (session, number) => {
      const brand = brandOf(number);
      const cvc = secret(brand === 'amex' ? '7373' : '737');
      const card = { number: secret(number), cvc, exp_month: 3, exp_year: 2030, ...(brand && { brand }) };
      const payment_method = { type: 'card', card } as const;
      await refusable(
        confirmSession(ports(), {
          session,
          payment_method,
          return_url: (charge) => returnUrl(session, charge),
          card_fingerprint: cardFingerprint(parts.record_keys, payment_method, { session, livemode: false }),
          browser,
          stored_credentials: true,
        }),
      );
      return sessionOf(session);
    },
    comeBack: async (session, approved) => {
      const { charge, next_action } = sessionOf(session);
      const { psp = '' } = held.charges.get(charge ?? '') ?? {};
      const back = next_action && simulators.get(psp)?.passChallenge(next_action, approved);
      if (!back || charge === null) return sessionOf(session);
      const { state: _, ...params } = Object.fromEntries(new URL(back).searchParams);
      await refusable(completeAuthentication(ports(), { session, charge, params }));
      return sessionOf(session);
    },
    refund: (command) => refusable(refundCharge(ports(), { ...command, metadata: {} })),
    operate: (kind, charge, by) => refusable(operateCharge(ports(), kind, { charge, by })),
    expireDue: async () => {
      const isOver = ({ payment_status, expired_at, expires_at }: Session): boolean =>
        payment_status === 'unpaid' && expired_at === undefined && expires_at * 1000 <= time.now();
      const over = async () => [...held.sessions.values()].filter(isOver).map(({ id }) => id);
      await expireDue(ports(), { over });
    },
    nextCheck: () => {
      const marks = [...held.charges.values()].flatMap(({ recover_at }) => recover_at ?? []);
      return marks.length === 0 ? undefined : Math.min(...marks);
    },
    recover: async () => {
      await recoverDue(ports());
    },
  };
};

/** Those of one call. */
const portsOf = ({ time, chance, store, psps, recovery, base_url }: EngineParts): ConfirmPorts => {
  const request_id = chance.newId('req');
  let writes = 0;
  return {
    store,
    psps,
    clock: time,
    newId: chance.newId,
    log: () => {},
    newWrite: () => `${request_id}.${++writes}`,
    render: createRenderer({ now: time.now, request_id, docs_url: `${base_url}/docs/errors` }),
    deadline: time.now() + functionLimit_ms,
    releaseCvc: async () => {},
    recovery,
    closedPsps: async () => new Set(),
  };
};

/** What an API call is refused with is its answer. */
const refusable = async (call: Promise<unknown>): Promise<void> => {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'internal') throw error;
  }
};

/** Their events arrive a few seconds later, and again if they were not taken. */
const listenToPsps = (
  { psps, simulators, time, chance, isLost }: EngineParts,
  ports: () => ConfirmPorts,
): void => {
  const receive = async (simulator: RunningSimulator, event: unknown, tries: number): Promise<void> => {
    const again = (): void => {
      if (tries < mostTries) time.after(again_ms * tries, () => receive(simulator, event, tries + 1));
    };
    if (isLost(JSON.stringify(event))) return again();
    const { definition } = simulator;
    const { webhook_secrets } = definition.credentials;
    const { headers, body } = definition.signWebhook(event, webhook_secrets, time.now());
    const lowercase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    try {
      const webhook = {
        headers: Object.fromEntries(lowercase),
        body: Buffer.from(body),
        now: time.now(),
      };
      await receiveWebhook(ports(), definition.id, () => psps.readWebhook(definition.id, webhook));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      again();
    }
  };
  for (const simulator of simulators.values())
    simulator.listen((event) => {
      time.after(chance.between(700, 4_000), () => receive(simulator, event, 1));
    });
};
