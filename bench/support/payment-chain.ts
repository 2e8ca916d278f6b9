import type { Context } from 'aws-lambda';
import type { HttpHandler } from '../../lib/http/call.ts';
import {
  confirmCheckoutSession,
  createCheckoutSession,
  refundCharge,
  retrieveCheckoutSession,
} from '../../lib/http/routes.ts';
import { confirmBody, sessionBody } from './api.ts';
import { gatewayEvent } from './gateway-event.ts';

/** The steps that are timed, each by the function that takes it. */
export const steps = {
  create: createCheckoutSession.function,
  retrieve: retrieveCheckoutSession.function,
  confirm: confirmCheckoutSession.function,
  refund: refundCharge.function,
} as const;

export type Step = keyof typeof steps;
export const stepNames = Object.keys(steps) as readonly Step[];

export type Handlers = Readonly<Record<Step, HttpHandler>>;

/** Milliseconds. */
export type Times = Readonly<Record<Step, number>>;

export type TimedPayments = {
  readonly times: readonly Times[];
  /** One session and the charge that paid it. */
  readonly session: string;
  readonly charge: string;
};

/**
 * A batch of payments from creation to a partial refund, one handler call at a time. The batch takes each step before any takes the next, since a
 * function has its process to itself. Throws where a step does not succeed.
 */
export const runPayments = async (
  handlers: Handlers,
  token: string,
  count: number,
): Promise<TimedPayments> => {
  const step = async (name: Step, events: readonly Parameters<HttpHandler>[0][]) => {
    const answered: Timed[] = [];
    for (const event of events) answered.push(await time(handlers[name], event));
    return answered;
  };
  const body = sessionBody;
  const created = await step(
    'create',
    Array.from({ length: count }, () => gatewayEvent({ route: createCheckoutSession, token, body })),
  );
  const paths = created.map(({ answer }) => ({ id: answer.id }));
  const retrieved = await step(
    'retrieve',
    paths.map((path) => gatewayEvent({ route: retrieveCheckoutSession, token, path })),
  );
  const confirmed = await step(
    'confirm',
    paths.map((path) => gatewayEvent({ route: confirmCheckoutSession, token, path, body: confirmBody() })),
  );
  const charges = confirmed.map(({ answer }) => answer.charge ?? '');
  const refunded = await step(
    'refund',
    charges.map((charge) => gatewayEvent({ route: refundCharge, token, body: { charge, amount: 100 } })),
  );
  const times = created.map(({ ms: create }, index) => ({
    create,
    retrieve: retrieved[index]?.ms ?? 0,
    confirm: confirmed[index]?.ms ?? 0,
    refund: refunded[index]?.ms ?? 0,
  }));
  return { times, session: paths[0]?.id ?? '', charge: charges[0] ?? '' };
};

type Timed = { readonly ms: number; readonly answer: Answered };
type Answered = { readonly id: string; readonly charge: string | null };

const time = async (handler: HttpHandler, event: Parameters<HttpHandler>[0]): Promise<Timed> => {
  const start = performance.now();
  const { statusCode, body } = await handler(event, context());
  const ms = performance.now() - start;
  if (statusCode !== 200) throw new Error(`${event.routeKey}: ${statusCode} ${body}`);
  return { ms, answer: JSON.parse(body ?? '') };
};

/** What functions read of their context. */
export const context = (): Context => {
  const end = performance.now() + 29_000;
  return { getRemainingTimeInMillis: () => end - performance.now() } as Context;
};
