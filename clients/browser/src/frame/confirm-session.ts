import { refusals } from '#messages';
import { nobodyKnows } from '../nobody-knows.ts';
import type { WalletMethod } from '../protocol.ts';
import { notASecret, sessionOf } from '../session-of.ts';
import type { CardNetwork, ConfirmResult } from '../types.ts';
import type { BrowserData } from './browser-data.ts';
import type { Exchange, ServiceRequest } from './exchange.ts';
import { readConfirm, readSession, type SessionReading } from './read-answer.ts';

export type ConfirmCard = {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string;
  readonly name?: string;
  /** The customer's choice on a card with two networks. */
  readonly network?: CardNetwork;
};

export type Address = { readonly country?: string; readonly postal_code?: string };

/** As the API accepts it. */
export type ConfirmMethod =
  | {
      readonly type: 'card';
      readonly card: ConfirmCard;
      readonly billing_details?: { readonly address: Address };
    }
  | {
      readonly type: 'card_token';
      readonly token: string;
      readonly receipt: string;
      readonly billing_details?: { readonly address: Address };
    }
  | {
      readonly type: 'stored';
      readonly id: string;
      readonly initiator: 'customer';
      readonly cvc_token: string;
    }
  | WalletMethod;

/** Where 3-D Secure ends: on the hosted page, or in a frame of the shop's; by default, at the shop's addresses. */
export type ReturnMode = 'hosted' | 'frame';

export type ConfirmPorts = {
  readonly exchange: (request: ServiceRequest) => Promise<Exchange>;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly newKey: () => string;
  readonly browser: () => BrowserData | undefined;
};

/** How long to ask for an outcome before the page learns that it is not known yet. */
const patience_ms = 120_000;
const shortest_pause_ms = 700;
const longest_pause_ms = 5_000;

/**
 * Confirms a session under one idempotency key, however often it has to ask. A lost answer decides nothing: the session is read, and if it still
 * looks unpaid, the same request is sent again under the same key, which returns the result of the first or executes it for the first time. So it is
 * if the session waits for a bank: that may be the bank of an earlier card.
 */
export const confirmSession = async (
  ports: ConfirmPorts,
  client_secret: string,
  payment_method: ConfirmMethod,
  return_mode?: ReturnMode,
): Promise<ConfirmResult> => {
  const session = sessionRequest(client_secret);
  if (!session) return notASecret;
  const browser = ports.browser();
  const confirm: ServiceRequest = {
    ...session,
    path: `${session.path}/confirm`,
    key: ports.newKey(),
    body: { payment_method, ...(browser && { browser }), ...(return_mode && { return_mode }) },
  };
  const wait = createWait(ports);
  let doubt = false;
  for (;;) {
    const reading = readConfirm(await ports.exchange(confirm));
    if (reading.kind === 'settled') return reading.result;
    if (reading.kind === 'open') return follow(ports, session, wait);
    if (reading.kind === 'refused' && !doubt) return reading.result;
    const again = reading.kind === 'again' ? reading : undefined;
    doubt ||= reading.kind === 'lost' || again?.begun === true;
    // A refusal after a lost answer is about the repeat, not about the first request.
    const seen = readSession(await ports.exchange(session));
    const end = seen.kind === 'open' ? await follow(ports, session, wait) : endIn(seen);
    if (end && end.status !== 'redirecting') return end;
    if (reading.kind === 'refused' && seen.kind !== 'lost') return reading.result;
    if (!(await wait(again ? again.after_ms : 0))) return again && !doubt ? again.result : nobodyKnows;
  }
};

const endIn = (seen: SessionReading | undefined): ConfirmResult | undefined =>
  seen?.kind === 'settled' ? seen.result : undefined;

/** Reads the session with its own token; undefined if the secret is malformed. */
export const sessionRequest = (client_secret: string): ServiceRequest | undefined => {
  const id = sessionOf(client_secret);
  return id === undefined ? undefined : { path: `/v1/checkout/sessions/${id}`, token: client_secret };
};

/** How a session stands that a confirm has settled; at the bank, too. Undefined if none has, or if no answer says so. */
export const settledOf = async (
  { exchange }: Pick<ConfirmPorts, 'exchange'>,
  client_secret: string,
): Promise<ConfirmResult | undefined> => {
  const session = sessionRequest(client_secret);
  return endIn(session && readSession(await exchange(session)));
};

/** The end of a payment that another confirm has begun, perhaps in another tab. */
export const followOther = (
  ports: Pick<ConfirmPorts, 'exchange' | 'now' | 'sleep'>,
  session: ServiceRequest,
): Promise<ConfirmResult> => follow(ports, session, createWait(ports));

/** How long the PSP may need to notice that the customer has finished. */
const notice_ms = 3_000;

/**
 * What has become of a payment whose 3-D Secure has ended, or was left, in a frame of the page. A customer who has left it may go on with it, and it may
 * still be paid: `followLeft`.
 */
export const followReturn = async (ports: ConfirmPorts, client_secret: string): Promise<ConfirmResult> => {
  const session = sessionRequest(client_secret);
  if (!session) return notASecret;
  const result = await follow(ports, session, createWait(ports), createWait(ports, notice_ms));
  if (result.status !== 'redirecting') return result;
  return {
    status: 'refused',
    code: 'payment_in_progress',
    message: refusals.payment_in_progress,
    url: result.url,
  };
};

/** The end of a challenge that its customer has left, if it comes while the page is still there to show it. */
export const followLeft = async (
  ports: ConfirmPorts,
  client_secret: string,
): Promise<ConfirmResult | undefined> => {
  const session = sessionRequest(client_secret);
  if (!session) return undefined;
  const result = await follow(ports, session, createWait(ports), createWait(ports));
  return result.status === 'redirecting' || result === nobodyKnows ? undefined : result;
};

type Wait = (atLeast_ms: number) => Promise<boolean>;

const never: Wait = async () => false;

/** Reads the session until the outcome of the payment is known. `waitAtBank`: while the customer has still to act, too. */
const follow = async (
  ports: Pick<ConfirmPorts, 'exchange'>,
  session: ServiceRequest,
  wait: Wait,
  waitAtBank = never,
): Promise<ConfirmResult> => {
  for (;;) {
    const seen = readSession(await ports.exchange(session));
    const known = seen.kind === 'settled' || seen.kind === 'unpaid';
    if (known && !(seen.result.status === 'redirecting' && (await waitAtBank(0)))) return seen.result;
    if (!known && !(await wait(0))) return nobodyKnows;
  }
};

/** Growing pauses; false, at once, if the next one would exceed the patience. */
const createWait = ({ now, sleep }: Pick<ConfirmPorts, 'now' | 'sleep'>, within_ms = patience_ms): Wait => {
  const deadline = now() + within_ms;
  let pause_ms = shortest_pause_ms;
  return async (atLeast_ms) => {
    const next = Math.max(pause_ms, atLeast_ms);
    if (now() + next > deadline) return false;
    await sleep(next);
    pause_ms = Math.min(longest_pause_ms, pause_ms * 1.5);
    return true;
  };
};
