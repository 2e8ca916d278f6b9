import type { HttpHandler } from '../../lib/http/call.ts';
import { listCharges, listCheckoutSessions, type Route } from '../../lib/http/routes.ts';
import { gatewayEvent } from '../support/gateway-event.ts';
import { setting } from '../support/load-handlers.ts';
import { context } from '../support/payment-chain.ts';

/** The timed pages: a list, its filters, and whether it is the second page. */
const pages = {
  'charges, first page': { route: listCharges, query: {}, second: false },
  'charges, second page': { route: listCharges, query: {}, second: true },
  'charges of one currency': { route: listCharges, query: { currency: 'eur' }, second: false },
  'charges with a status': { route: listCharges, query: { status: 'captured' }, second: false },
  "a charge by its PSP's reference": {
    route: listCharges,
    query: { psp_reference: 'pi_500' },
    second: false,
  },
  'charges of a last four digits': { route: listCharges, query: { last4: '0007' }, second: false },
  'charges of a last four digits and an amount': {
    route: listCharges,
    query: { last4: '0007', 'amount[gte]': '2599', 'amount[lte]': '2599' },
    second: false,
  },
  'sessions, first page': { route: listCheckoutSessions, query: {}, second: false },
  'sessions by the beginning of a reference': {
    route: listCheckoutSessions,
    query: { 'reference[prefix]': 'ord-0007' },
    second: false,
  },
  'sessions of an e-mail address': {
    route: listCheckoutSessions,
    query: { customer_email: 'buyer.0007@example.com' },
    second: false,
  },
  'charges by the beginning of an e-mail address': {
    route: listCharges,
    query: { 'customer_email[prefix]': 'buyer.0007' },
    second: false,
  },
} as const satisfies Readonly<
  Record<string, { route: Route; query: Readonly<Record<string, string>>; second: boolean }>
>;

type PageName = keyof typeof pages;
export const pageNames = Object.keys(pages) as readonly PageName[];

/** Milliseconds of each page in each round, on the server with few charges and on the one with many. */
export type PageTimes = Readonly<Record<'few' | 'many', readonly Readonly<Record<PageName, number>>[]>>;

type Ask = (page: PageName) => Promise<number>;

const main = async (): Promise<void> => {
  const few = await loadSide('few', setting('BENCH_FEW_URL'));
  const many = await loadSide('many', setting('BENCH_MANY_URL'));
  const times: Record<'few' | 'many', Record<PageName, number>[]> = { few: [], many: [] };
  const [warm_up, rounds] = [Number(setting('BENCH_WARM_UP')), Number(setting('BENCH_ROUNDS'))];
  for (let round = 0; round < warm_up + rounds; round++) {
    const sides = [['few', few] as const, ['many', many] as const];
    for (const [side, ask] of round % 2 === 0 ? sides : sides.toReversed()) {
      const taken: Partial<Record<PageName, number>> = {};
      for (const page of pageNames) taken[page] = await ask(page);
      if (round >= warm_up) times[side].push(taken as Record<PageName, number>);
    }
  }
  process.send?.(times satisfies PageTimes, () => process.exit(0));
};

/** A client reads its endpoint at its first call, so one page is read before the endpoint is set for the other side. */
const loadSide = async (side: 'few' | 'many', url: string): Promise<Ask> => {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = url;
  const handlers = new Map<string, HttpHandler>();
  for (const { function: name } of [listCharges, listCheckoutSessions])
    handlers.set(name, (await import(`${setting('BENCH_FOLDER')}/${side}/${name}/index.mjs`)).handler);
  const read = async (route: Route, query: Readonly<Record<string, string>>) => {
    const handler = handlers.get(route.function);
    if (!handler) throw new Error(`${route.function} is not loaded`);
    const event = gatewayEvent({ route, token: setting('BENCH_API_KEY'), query });
    const start = performance.now();
    const { statusCode, body = '' } = await handler(event, context());
    const ms = performance.now() - start;
    if (statusCode !== 200) throw new Error(`${route.path}: ${statusCode} ${body}`);
    return { ms, page: JSON.parse(body) };
  };
  const cursors = new Map<PageName, string>();
  for (const name of pageNames) {
    const { route, query, second } = pages[name];
    const { page } = await read(route, query);
    const expected = 'psp_reference' in query ? 1 : 20;
    if (page.data.length !== expected) throw new Error(`${side}, ${name}: ${page.data.length} rows`);
    if (second) cursors.set(name, page.next_cursor);
  }
  return async (name) => {
    const starting_after = cursors.get(name);
    const { route, query } = pages[name];
    return (await read(route, { ...query, ...(starting_after && { starting_after }) })).ms;
  };
};

if (process.send) await main();
