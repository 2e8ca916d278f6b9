import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { loadHandlers, setting } from '../support/load-handlers.ts';
import { type Handlers, runPayments, steps, type Times } from '../support/payment-chain.ts';
import { type RecordedCall, recordCalls } from '../support/recorded-calls.ts';

/** Times of both sides, round by round; sent to the parent process. */
export type OwnTimes = Readonly<Record<'service' | 'by_hand', readonly Times[]>>;

/**
 * Runs payments through the service's handlers and through those written by hand, in turns in one process. Functions log to standard output, so the
 * result goes to the parent as a message. `BENCH_FOLDER` contains the bundles, `service/<function>` and `by-hand/<step>`.
 */
const main = async (): Promise<void> => {
  const folder = setting('BENCH_FOLDER');
  const token = setting('BENCH_API_KEY');
  const batch = Number(setting('BENCH_BATCH'));
  const service = await loadHandlers((step) => `${folder}/service/${steps[step]}/index.mjs`);
  const byHand = await loadHandlers((step) => `${folder}/by-hand/${step}/index.mjs`);
  const [warm_up, rounds] = [Number(setting('BENCH_WARM_UP')), Number(setting('BENCH_ROUNDS'))];
  const print = (done: number): void => printProgress(done, warm_up + rounds);
  for (let round = 0; round < warm_up; round++) {
    for (const handlers of [service, byHand]) await runPayments(handlers, token, batch);
    print(round + 1);
  }
  await requireSameWork(service, byHand, token);
  const times: Record<'service' | 'by_hand', Times[]> = { service: [], by_hand: [] };
  for (let round = 0; round < rounds; round++) {
    const sides = [['service', service] as const, ['by_hand', byHand] as const];
    for (const [side, handlers] of round % 2 === 0 ? sides : sides.toReversed())
      times[side].push(...(await runPayments(handlers, token, batch)).times);
    print(warm_up + round + 1);
  }
  process.send?.(times satisfies OwnTimes, () => process.exit(0));
};

const printProgress = (done: number, of: number): void => {
  if (done % 4 === 0) console.error(`${done} of ${of} rounds`);
};

/** Comparing with less work would mislead: both sides must make the same calls and store the same attributes. */
const requireSameWork = async (service: Handlers, byHand: Handlers, token: string): Promise<void> => {
  const ours = await workOf(service, token);
  const theirs = await workOf(byHand, token);
  if (ours !== theirs) throw new Error(`by hand is not the same work:\n${ours}\n${theirs}`);
};

const workOf = async (handlers: Handlers, token: string): Promise<string> => {
  // An API key is read again once a minute: do that here, not in the comparison.
  await runPayments(handlers, token, 1);
  let payment: { readonly session: string; readonly charge: string } | undefined;
  const calls = await recordCalls({ [setting('BENCH_STRIPE_URL')]: 'stripe' }, async () => {
    payment = await runPayments(handlers, token, 1);
  });
  const client = new DynamoDBClient({});
  const items = await Promise.all(
    (['session', 'charge'] as const).map(async (record) => {
      const TableName = setting(record === 'session' ? 'TABLE_SESSIONS' : 'TABLE_CHARGES');
      const Key = { id: { S: payment?.[record] ?? '' } };
      return shapeOf((await client.send(new GetItemCommand({ TableName, Key }))).Item);
    }),
  );
  client.destroy();
  return JSON.stringify([calls.filter(isPartOfThePayment).map(nameOf).sort(), items]);
};

/** Secrets, rules and API keys are refreshed now and then, alongside a request. */
const isPartOfThePayment = ({ service }: RecordedCall): boolean =>
  service === 'dynamodb' || service === 'stripe';

const nameOf = ({ service, operation }: RecordedCall): string => `${service} ${operation}`;

/** Names and types of a stored item, without its values; a refund's id is one of the names. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name.replace(/^re_.*/, 're_…'), shapeOf(inner)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
};

await main();
