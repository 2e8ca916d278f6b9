import { createTransport } from '../../../lib/edge/transport.ts';
import { registry } from '../../../lib/psp/registry.ts';
import type { Attempt, Psp } from '../../../lib/types/psp.ts';
import type { HttpAnswer, HttpRequest } from '../../../lib/types/transport.ts';
import type { Ledger, LedgerPayment } from '../../../local/psp/framework/ledger.ts';
import { startPspSimulators } from '../../../local/psp/start-psp-simulators.ts';
import { type Paths, specification } from '../../conformance/specification.ts';
import { openReceiver } from './webhook-receiver.ts';

/** `faulty`: made under a fault, so that its answer may be anything. */
type Exchange = { readonly request: HttpRequest; readonly answer: HttpAnswer; readonly faulty: boolean };

/** An adapter on its simulator, over real sockets, with its webhooks coming in. */
export type OpenAdapter = {
  readonly psp: Psp;
  readonly fault: (fault: { readonly kind: string; readonly [field: string]: unknown }) => Promise<void>;
  readonly ledger: () => Promise<Ledger>;
  /** The payment with our reference, as the PSP's own books have it. */
  readonly booked: (reference: string) => Promise<LedgerPayment | undefined>;
  readonly deliveries: Awaited<ReturnType<typeof openReceiver>>['deliveries'];
  readonly exchanges: readonly Exchange[];
  /** What the official document finds wrong with what was said so far, either way. */
  readonly problems: (document: unknown, added: Paths) => readonly string[];
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
  const psp = registry[name]?.connect(
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
  if (psp === undefined) throw new Error(`no adapter ${name}`);
  const ledger = async (): Promise<Ledger> =>
    (await fetch(`${simulators.admin}/psps/${name}/ledger`)).json() as Promise<Ledger>;
  return {
    psp,
    fault: async (fault) => {
      faulty = fault.kind !== 'ok';
      const answer = await fetch(`${simulators.admin}/psps/${name}/faults`, {
        method: 'POST',
        body: JSON.stringify(fault),
      });
      if (answer.status !== 200) throw new Error(await answer.text());
    },
    ledger,
    booked: async (reference) => (await ledger()).payments.find((row) => row.reference === reference),
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

export const call = { timeout_ms: 9_000 };
