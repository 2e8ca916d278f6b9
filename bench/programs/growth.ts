import { retrieveCheckoutSession } from '../../lib/http/routes.ts';
import { gatewayEvent } from '../support/gateway-event.ts';
import { loadHandlers, setting } from '../support/load-handlers.ts';
import { context, type Handlers, runPayments, steps, type Times } from '../support/payment-chain.ts';

/** Times of the payments on the server with few sessions and on the one with many. */
export type GrowthTimes = Readonly<Record<'few' | 'many', readonly Times[]>>;

const main = async (): Promise<void> => {
  const token = setting('BENCH_API_KEY');
  const batch = Number(setting('BENCH_BATCH'));
  const few = await loadSide('few', setting('BENCH_FEW_URL'), token);
  const many = await loadSide('many', setting('BENCH_MANY_URL'), token);
  await requireApart(few, many, token);
  for (let round = 0; round < Number(setting('BENCH_WARM_UP')); round++)
    for (const handlers of [few, many]) await runPayments(handlers, token, batch);
  const times: Record<'few' | 'many', Times[]> = { few: [], many: [] };
  for (let round = 0; round < Number(setting('BENCH_ROUNDS')); round++) {
    const sides = [['few', few] as const, ['many', many] as const];
    for (const [side, handlers] of round % 2 === 0 ? sides : sides.toReversed())
      times[side].push(...(await runPayments(handlers, token, batch)).times);
  }
  process.send?.(times satisfies GrowthTimes, () => process.exit(0));
};

/** A client reads its endpoint at its first call, so one payment is made before the endpoint is set for the other side. */
const loadSide = async (side: 'few' | 'many', url: string, token: string): Promise<Handlers> => {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = url;
  const handlers = await loadHandlers(
    (step) => `${setting('BENCH_FOLDER')}/${side}/${steps[step]}/index.mjs`,
  );
  await runPayments(handlers, token, 1);
  return handlers;
};

/** If both sides used the same server, growth would never show. */
const requireApart = async (few: Handlers, many: Handlers, token: string): Promise<void> => {
  const { session } = await runPayments(many, token, 1);
  const event = gatewayEvent({ route: retrieveCheckoutSession, token, path: { id: session } });
  const [there, elsewhere] = [await many.retrieve(event, context()), await few.retrieve(event, context())];
  if (there.statusCode !== 200 || elsewhere.statusCode !== 404)
    throw new Error('both sides are on the same server');
};

await main();
