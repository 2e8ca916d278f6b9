import type { PspAdapter } from '../../lib/psp/psp-adapter.ts';
import type { Attempt, AuthorizeRequest, Psp } from '../../lib/types/psp.ts';
import type { PspCredentials } from '../../lib/types/psp-account.ts';
import { secret } from '../../lib/types/secret.ts';
import type { HttpResponse, HttpTransport } from '../../lib/types/transport.ts';
import { scrubber } from './scrub.ts';

/** One call as sent over the wire, without headers: they contain keys, and adapters read none of them except the replay mark. */
export type RecordedExchange = {
  readonly method: string;
  /** Below the account's address. */
  readonly path: string;
  readonly status: number;
  readonly body: string;
};

export type RecordedStep = {
  readonly step: string;
  readonly reference: string;
  /** The adapter's reading of it. */
  readonly outcome: string;
  readonly exchanges: readonly RecordedExchange[];
};

export type Recording = {
  readonly psp: string;
  /** The sandbox's host, and the time of the call in Unix milliseconds. */
  readonly host: string;
  readonly at: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly steps: readonly RecordedStep[];
};

export type RecordOptions = {
  readonly psp: string;
  readonly adapter: PspAdapter;
  readonly base_url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly credentials: PspCredentials;
  readonly http: HttpTransport;
  readonly now: () => number;
  /** The payment method of every step: a test card, or a token from the sandbox. */
  readonly payment_method: AuthorizeRequest['payment_method'];
};

export const testCard: AuthorizeRequest['payment_method'] = {
  type: 'card',
  card: {
    number: secret('4111111111111111'),
    cvc: secret('737'),
    exp_month: 3,
    exp_year: 2030,
    name: 'Ada Lovelace',
    brand: 'visa',
  },
};

type Step = { readonly name: string; readonly capture_method: Attempt['capture_method'] };

const steps: readonly Step[] = [
  { name: 'a payment, looked up and partly refunded', capture_method: 'automatic' },
  { name: 'a hold, captured', capture_method: 'manual' },
];

const call = { timeout_ms: 20_000 };

/**
 * Pays, holds, captures, looks up and refunds at a sandbox account, and returns the exchanges without anything secret. Throws if a secret would
 * remain.
 */
export const recordExchanges = async (options: RecordOptions): Promise<Recording> => {
  const { psp, adapter, base_url, settings, credentials, http, now } = options;
  const scrub = scrubber([
    ...credentials.api_key.split(':'),
    credentials.api_key,
    ...credentials.webhook_secrets,
    ...secretsOf(options.payment_method),
  ]);
  let exchanges: RecordedExchange[] = [];
  const account = { id: psp, psp, base_url, livemode: false, settings, credentials: async () => credentials };
  const connected = adapter.connect(account, async (request) => {
    const response = await http(request);
    const path = request.url.startsWith(base_url) ? request.url.slice(base_url.length) : request.url;
    exchanges.push({ method: request.method, path: scrub(path), ...shownAnswer(response, scrub) });
    return response;
  });
  const recorded: RecordedStep[] = [];
  const started = now();
  for (const [index, { name, capture_method }] of steps.entries()) {
    const reference = referenceOf(started, index);
    const attempt = {
      reference,
      session: `cs_${reference.slice(3)}`,
      amount: 2_599,
      currency: 'eur',
      capture_method,
      started,
    };
    for await (const [what, outcome] of walk(connected, attempt, options.payment_method)) {
      recorded.push({ step: `${name}: ${what}`, reference, outcome, exchanges });
      exchanges = [];
    }
  }
  const recording = {
    psp,
    host: new URL(base_url).host,
    at: started,
    settings: scrubbed(settings, scrub),
    steps: recorded,
  };
  const kept = recorded.flatMap((step) => step.exchanges.flatMap(({ path, body }) => [path, body]));
  if (kept.some((text) => scrub(text) !== text))
    throw new Error('The recording would contain a secret: nothing was written.');
  return recording;
};

/** The calls of one payment, each with its outcome. Skips a step that the previous one does not allow. */
async function* walk(
  psp: Psp,
  attempt: Attempt,
  payment_method: AuthorizeRequest['payment_method'],
): AsyncGenerator<readonly [string, string]> {
  const request = { payment_method, return_url: 'https://pay.example/return' };
  const paid = await psp.authorize(attempt, request, call);
  yield ['authorize', paid.outcome];
  if (!('psp_reference' in paid) || paid.psp_reference === undefined) return;
  const known = { ...attempt, psp_reference: paid.psp_reference };
  const operation = (kind: string, amount: number) => ({
    id: `${kind}_${attempt.reference.slice(3)}`,
    amount,
  });
  if (paid.outcome === 'approved')
    yield ['capture', (await psp.capture(known, operation('cp', 2_599), call)).outcome];
  if (psp.lookUp) yield ['look up', (await psp.lookUp(known, call)).outcome];
  if (paid.outcome === 'captured')
    yield ['refund', (await psp.refund(known, operation('re', 1_000), call)).outcome];
}

/** A new one for each recording: a PSP refuses a reference that it has seen. */
const referenceOf = (at: number, index: number): string =>
  `ch_${`${at.toString(32)}${index}`
    .replaceAll(/[ilou]/g, 'z')
    .padStart(26, '0')
    .slice(-26)}`;

const shownAnswer = (response: HttpResponse, scrub: (text: string) => string) =>
  response.kind === 'answered'
    ? { status: response.status, body: scrub(response.body) }
    : { status: 0, body: response.kind };

const secretsOf = (method: AuthorizeRequest['payment_method']): readonly string[] =>
  method.type === 'card' ? [method.card.number.reveal()] : [];

const scrubbed = (settings: Readonly<Record<string, string>>, scrub: (text: string) => string) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, scrub(value)]));
