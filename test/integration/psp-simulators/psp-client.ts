import type { HttpRequest, HttpResponse } from '../../../lib/types/transport.ts';
import type { Ledger } from '../../../local/psp/framework/ledger.ts';
import {
  type PspSimulators,
  type PspSimulatorsOptions,
  startPspSimulators,
} from '../../../local/psp/start-psp-simulators.ts';

/** An answer read as JSON. Tests look into it freely, so its fields are untyped. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds; a missing field fails it
  readonly json: any;
};

export type Exchange = { readonly request: HttpRequest; readonly answer: HttpResponse };

type Headers_ = Readonly<Record<string, string>>;

export type PspClient = {
  readonly simulators: PspSimulators;
  /** Every exchange so far, by PSP. */
  readonly exchanges: Readonly<Record<string, Exchange[]>>;
  readonly stripe: (
    path: string,
    params?: Readonly<Record<string, string | number>>,
    headers?: Headers_,
  ) => Promise<Answer>;
  readonly stripeGet: (path: string, headers?: Headers_) => Promise<Answer>;
  readonly adyen: (path: string, body: unknown, headers?: Headers_) => Promise<Answer>;
  readonly checkout: (path: string, body: unknown, headers?: Headers_) => Promise<Answer>;
  readonly checkoutGet: (path: string, headers?: Headers_) => Promise<Answer>;
  readonly admin: (path: string, body?: unknown) => Promise<Answer>;
  readonly ledger: (psp: string) => Promise<Ledger>;
  readonly fault: (psp: string, fault: unknown) => Promise<void>;
  /** Answers of calls that were all under way at once, at a PSP that holds its answers back until it has seen them all. */
  readonly atOnce: (
    psp: string,
    call: string,
    calls: readonly (() => Promise<Answer>)[],
  ) => Promise<readonly Answer[]>;
  readonly close: () => Promise<void>;
};

/** Simulators in this process and a small client for each wire format, written from the specifications. */
export const openPsps = async (options: PspSimulatorsOptions = {}): Promise<PspClient> => {
  const simulators = await startPspSimulators(options);
  const exchanges: Record<string, Exchange[]> = { stripe: [], adyen: [], checkout_com: [] };
  const call = async (
    psp: string,
    method: 'GET' | 'POST',
    path: string,
    headers: Headers_,
    body?: string,
  ) => {
    const url = `${simulators.urls[psp]}${path}`;
    const answer = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const read = await readResponse(answer);
    exchanges[psp]?.push({
      request: { method, url, headers, timeout_ms: 0, ...(body !== undefined && { body }) },
      answer: {
        kind: 'answered',
        status: read.status,
        headers: Object.fromEntries(read.headers),
        body: read.text,
      },
    });
    return read;
  };
  const key = (psp: string) => simulators.credentials[psp]?.api_key ?? '';
  const json = { 'content-type': 'application/json' };
  const admin = async (path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return readResponse(await fetch(`${simulators.admin}${path}`, sent));
  };
  const ledger = async (psp: string): Promise<Ledger> => (await admin(`/psps/${psp}/ledger`)).json;
  const fault = async (psp: string, change: unknown): Promise<void> => {
    const answer = await admin(`/psps/${psp}/faults`, change);
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const atOnce: PspClient['atOnce'] = async (psp, kind, calls) => {
    const seen = async () => (await ledger(psp)).calls[kind] ?? 0;
    const before = await seen();
    await fault(psp, { kind: 'slow', ms: 600_000, only: kind });
    const answers = calls.map((start) => start());
    await eventually(async () => (await seen()) === before + calls.length);
    await fault(psp, { kind: 'ok' });
    return Promise.all(answers);
  };
  return {
    simulators,
    exchanges,
    stripe: (path, params = {}, headers = {}) =>
      call(
        'stripe',
        'POST',
        path,
        {
          authorization: `Bearer ${key('stripe')}`,
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
        new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)])).toString(),
      ),
    stripeGet: (path, headers = {}) =>
      call('stripe', 'GET', path, { authorization: `Bearer ${key('stripe')}`, ...headers }),
    adyen: (path, body, headers = {}) =>
      call('adyen', 'POST', path, { 'x-api-key': key('adyen'), ...json, ...headers }, JSON.stringify(body)),
    checkout: (path, body, headers = {}) =>
      call(
        'checkout_com',
        'POST',
        path,
        { authorization: `Bearer ${key('checkout_com')}`, ...json, ...headers },
        JSON.stringify(body),
      ),
    checkoutGet: (path, headers = {}) =>
      call('checkout_com', 'GET', path, { authorization: `Bearer ${key('checkout_com')}`, ...headers }),
    admin,
    ledger,
    fault,
    atOnce,
    close: simulators.close,
  };
};

const readResponse = async (answer: Response): Promise<Answer> => {
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: parse(text) };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const patience = 3_000;

/** Waits for something that happens on its own in a moment: asks every 20 ms, 3,000 times at most. */
export const eventually = async <T>(
  find: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> => {
  for (let asked = 1; ; asked++) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (asked === patience) throw new Error(`still not so: ${find}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
