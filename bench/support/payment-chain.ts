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

export type TimedPayment = { readonly times: Times; readonly session: string; readonly charge: string };

/** One payment from creation to a partial refund, handler to handler, each step timed. Throws where a step does not succeed. */
export const runPayment = async (handlers: Handlers, token: string): Promise<TimedPayment> => {
  const created = await time(
    handlers.create,
    gatewayEvent({ route: createCheckoutSession, token, body: sessionBody }),
  );
  const path = { id: created.body.id };
  const retrieved = await time(
    handlers.retrieve,
    gatewayEvent({ route: retrieveCheckoutSession, token, path }),
  );
  const confirmed = await time(
    handlers.confirm,
    gatewayEvent({ route: confirmCheckoutSession, token, path, body: confirmBody() }),
  );
  const charge = confirmed.body.charge ?? '';
  const refunded = await time(
    handlers.refund,
    gatewayEvent({ route: refundCharge, token, body: { charge, amount: 100 } }),
  );
  return {
    session: path.id,
    charge,
    times: {
      create: created.ms,
      retrieve: retrieved.ms,
      confirm: confirmed.ms,
      refund: refunded.ms,
    },
  };
};

type Answered = { readonly id: string; readonly charge: string | null };

const time = async (
  handler: HttpHandler,
  event: Parameters<HttpHandler>[0],
): Promise<{ readonly ms: number; readonly body: Answered }> => {
  const start = performance.now();
  const { statusCode, body } = await handler(event, context());
  const ms = performance.now() - start;
  if (statusCode !== 200) throw new Error(`${event.routeKey}: ${statusCode} ${body}`);
  return { ms, body: JSON.parse(body ?? '') };
};

/** What functions read of their context. */
export const context = (): Context => {
  const end = performance.now() + 29_000;
  return { getRemainingTimeInMillis: () => end - performance.now() } as Context;
};
