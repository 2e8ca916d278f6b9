import { createTransport } from '../../../lib/runtime/transport.ts';
import type { Attempt, PspEvent } from '../../../lib/types/psp.ts';
import type { HttpRequest, HttpResponse } from '../../../lib/types/transport.ts';
import type { DashboardAct } from '../../../local/psp/framework/dashboard.ts';
import type { Ledger, LedgerPayment } from '../../../local/psp/framework/ledger.ts';
import { startPspSimulators } from '../../../local/psp/start-psp-simulators.ts';
import { type Paths, specification } from '../../conformance/specification.ts';
import { type WholePsp, wholePsp } from '../../conformance/whole-psp.ts';
import { openReceiver } from './webhook-receiver.ts';

/** `faulty`: made under a fault, so that its answer may be anything. */
type Exchange = { readonly request: HttpRequest; readonly answer: HttpResponse; readonly faulty: boolean };

/** An adapter on its simulator, over real sockets, with its webhooks coming in. */
export type OpenAdapter = {
  readonly psp: WholePsp;
  readonly fault: (fault: { readonly kind: string; readonly [field: string]: unknown }) => Promise<void>;
  /** What is done to a payment in the PSP's dashboard; throws what the simulator has against it. */
  readonly act: (act: string, payment: string, amount?: number) => Promise<void>;
  readonly ledger: () => Promise<Ledger>;
  /** The payment with our reference, as the PSP's own books have it. */
  readonly booked: (reference: string) => Promise<LedgerPayment | undefined>;
  /** Does it in the PSP's dashboard: undefined, or what speaks against it. */
  readonly dashboard: (act: DashboardAct) => Promise<string | undefined>;
  /** What the adapter reads out of every delivery so far. */
  readonly events: () => Promise<readonly PspEvent[]>;
  readonly deliveries: Awaited<ReturnType<typeof openReceiver>>['deliveries'];
  readonly exchanges: readonly Exchange[];
  /** What the official document finds wrong with what was said so far, either way. */
  readonly problems: (document: unknown, added: Paths) => readonly string[];
  /** Posts a body as nobody's adapter would, and what the official document finds wrong with it and with the answer. */
  readonly post: (
    path: string,
    body: unknown,
    authorization: string,
    document: unknown,
    added: Paths,
  ) => Promise<{
    readonly status: number;
    readonly json: unknown;
    readonly wrong: readonly string[];
    readonly answer: readonly string[];
  }>;
  readonly api_key: string;
  readonly base_url: string;
  readonly close: () => Promise<void>;
};

export const openAdapter = async (name: string): Promise<OpenAdapter> => {
  const receiver = await openReceiver();
  const simulators = await startPspSimulators({ psps: [name] });
  simulators.setWebhookTarget(receiver.url);
  const { api_key, webhook_secrets, settings } = simulators.credentials[name] ?? {
    api_key: '',
    webhook_secrets: [],
    settings: {},
  };
  const base_url = simulators.urls[name] ?? '';
  const http = createTransport();
  const exchanges: Exchange[] = [];
  let faulty = false;
  const psp = wholePsp(
    {
      id: name,
      psp: name,
      base_url,
      livemode: false,
      settings,
      credentials: async () => ({ api_key, webhook_secrets }),
    },
    async (request) => {
      const answer = await http(request);
      exchanges.push({ request, answer, faulty });
      return answer;
    },
  );
  const ledger = async (): Promise<Ledger> =>
    (await fetch(`${simulators.admin}/psps/${name}/ledger`)).json() as Promise<Ledger>;
  const steer = async (what: string, body: object): Promise<void> => {
    const url = `${simulators.admin}/psps/${name}/${what}`;
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    if (answer.status !== 200) throw new Error(await answer.text());
  };
  return {
    psp,
    fault: async (fault) => {
      faulty = fault.kind !== 'ok';
      await steer('faults', fault);
    },
    act: (act, payment, amount) => steer('dashboard', { act, payment, amount }),
    ledger,
    booked: async (reference) => (await ledger()).payments.find((row) => row.reference === reference),
    dashboard: async (act) => {
      const answer = await fetch(`${simulators.admin}/psps/${name}/dashboard`, {
        method: 'POST',
        body: JSON.stringify(act),
      });
      const reported = (await answer.json()) as { readonly error?: string };
      return answer.ok ? undefined : (reported.error ?? String(answer.status));
    },
    events: async () => {
      const readings = await Promise.all(
        receiver.deliveries.map(({ headers, body }) =>
          psp.readWebhook({
            headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)])),
            body: Buffer.from(body),
            now: Date.now(),
          }),
        ),
      );
      return readings.flatMap((reading) => {
        if (!reading.ok) throw new Error(`a delivery is refused: ${reading.reason}`);
        return reading.events;
      });
    },
    deliveries: receiver.deliveries,
    exchanges,
    problems: (document, added) => {
      const spec = specification(document, base_url, added);
      return exchanges.flatMap(({ request, answer, faulty }) =>
        [...spec.requestProblems(request), ...(faulty ? [] : spec.answerProblems(request, answer))].map(
          (problem) => `${request.method} ${request.url.slice(base_url.length)}: ${problem}`,
        ),
      );
    },
    api_key,
    base_url,
    post: async (path, body, authorization, document, added) => {
      const sent = {
        method: 'POST' as const,
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      const url = `${base_url}${path}`;
      const answer = await fetch(url, sent);
      const json: unknown = await answer.json();
      const spec = specification(document, base_url, added);
      return {
        status: answer.status,
        json,
        wrong: spec.requestProblems({ ...sent, url, timeout_ms: 0 }),
        answer: spec.answerProblems(
          { ...sent, url, timeout_ms: 0 },
          { kind: 'answered', status: answer.status, headers: {}, body: JSON.stringify(json) },
        ),
      };
    },
    close: async () => {
      await simulators.close();
      await receiver.close();
    },
  };
};

let made = 0;

/** An attempt that no other test has made. */
export const newAttempt = (more: Partial<Attempt> = {}): Attempt => ({
  reference: `ch_${String(made++).padStart(26, '0')}`,
  session: 'cs_00000000000000000000000000',
  amount: 2_599,
  currency: 'eur',
  capture_method: 'automatic',
  started: Date.now(),
  ...more,
});

export const call = { timeout_ms: 600_000 };
