import type { CheckoutSession, ConfirmResult } from '../types.ts';

export type ConfirmCard = {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string;
  readonly name: string;
};

export type ServiceRequest = {
  readonly path: string;
  readonly token: string;
  readonly key?: string;
  readonly body?: object;
};

/** What came back, or `lost`: no answer, or none that can be read. A request whose answer was lost may have had its effect. */
export type Exchange =
  | { readonly status: number; readonly body: object; readonly retry_after_s: number | undefined }
  | 'lost';

export type ConfirmPorts = {
  readonly exchange: (request: ServiceRequest) => Promise<Exchange>;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly newKey: () => string;
};

/** How long an outcome is asked for before the page is told that it is not known yet. */
const patience_ms = 120_000;
const first_pause_ms = 700;
const longest_pause_ms = 5_000;

/**
 * Confirms a session with one idempotency key, however often it has to ask. A lost answer is no answer: the session is read, and where it still looks
 * unpaid the same request goes out again under the same key, which tells what became of the first or executes it for the first time.
 */
export const confirmSession = async (
  ports: ConfirmPorts,
  client_secret: string,
  card: ConfirmCard,
): Promise<ConfirmResult> => {
  const id = /^(cs_[0-9a-z]{26})_secret_[\w-]+$/.exec(client_secret)?.[1];
  if (id === undefined) return refused('token_invalid', 'This is no client_secret of a checkout session.');
  const path = `/v1/checkout/sessions/${id}`;
  const confirm: ServiceRequest = {
    path: `${path}/confirm`,
    token: client_secret,
    key: ports.newKey(),
    body: { payment_method: { type: 'card', card } },
  };
  const read: ServiceRequest = { path, token: client_secret };
  const wait = pausing(ports);
  let doubt = false;
  do {
    const answer = await ports.exchange(confirm);
    const reading = readAnswer(answer, doubt);
    if (reading.kind === 'result') return reading.result;
    if (reading.kind === 'lost') doubt = true;
    if (reading.kind === 'under_way' || doubt) {
      const seen = await follow(ports, read, wait, reading.kind === 'under_way');
      if (seen) return seen;
    }
  } while (await wait(reading_pause(undefined)));
  return { status: 'processing', session: null };
};
