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

/** The timed steps, each with its function. */
export const steps = {
  create: createCheckoutSession.function,
  retrieve: retrieveCheckoutSession.function,
  confirm: confirmCheckoutSession.function,
  refund: refundCharge.function,
} as const;

export type Step = keyof typeof steps;
export const stepNames = Object.keys(steps) as readonly Step[];

export type Handlers = Readonly<Record<Step, HttpHandler>>;

/** How long a call took, and this thread's processor time for it. Milliseconds. */
export type Time = { readonly ms: number; readonly cpu_ms: number };
export type Times = Readonly<Record<Step, Time>>;

export type TimedPayments = {
  readonly times: readonly Times[];
  /** One session and the charge that paid it. */
  readonly session: string;
  readonly charge: string;
};

/**
 * A batch of payments from creation to a partial refund, one handler call at a time. The whole batch takes each step before the next, since a
 * function has its process to itself. Throws if a step fails.
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
  const times = created.map(({ time: create }, index) => ({
    create,
    retrieve: timeAt(retrieved, index),
    confirm: timeAt(confirmed, index),
    refund: timeAt(refunded, index),
  }));
  return { times, session: paths[0]?.id ?? '', charge: charges[0] ?? '' };
};

type Timed = { readonly time: Time; readonly answer: Answered };
type Answered = { readonly id: string; readonly charge: string | null };

const timeAt = (step: readonly Timed[], index: number): Time => step[index]?.time ?? { ms: 0, cpu_ms: 0 };

const time = async (handler: HttpHandler, event: Parameters<HttpHandler>[0]): Promise<Timed> => {
  const start = performance.now();
  const worked = process.threadCpuUsage();
  const { statusCode, body } = await handler(event, context());
  const { user, system } = process.threadCpuUsage(worked);
  const ms = performance.now() - start;
  if (statusCode !== 200) throw new Error(`${event.routeKey}: ${statusCode} ${body}`);
  return { time: { ms, cpu_ms: (user + system) / 1_000 }, answer: JSON.parse(body ?? '') };
};

/** The part of their context that functions read. */
export const context = (): Context => {
  const end = performance.now() + 29_000;
  return { getRemainingTimeInMillis: () => end - performance.now() } as Context;
};
