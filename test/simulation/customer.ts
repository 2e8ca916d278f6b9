import { readReceipt } from '../../lib/http/read-receipt.ts';
import type { GivenMethod } from '../../lib/types/given-method.ts';
import { secret } from '../../lib/types/secret.ts';
import { canaries } from './canaries.ts';
import type { Client, Reply } from './client.ts';
import type { PspServer } from './psp/psp-server.ts';
import { toComplete, toConfirm, toCreate, toExpire, type Wanted } from './requests.ts';
import type { Invocation, Service } from './service.ts';
import type { Collected, SimulatedVault } from './vault/simulated-vault.ts';
import type { World } from './world.ts';

export type Shop = {
  readonly world: World;
  readonly service: Service;
  readonly client: Client;
  readonly servers: ReadonlyMap<string, PspServer>;
  readonly vault: SimulatedVault;
  /** What the vault gave out, oldest first. */
  readonly collected: { readonly session: string; readonly given: Collected }[];
  /** The session as a `GET` shows it. */
  readonly read: (session: string) => Reply | undefined;
  /** In how long recovery will look at a charge, if it will. Milliseconds. */
  readonly nextCheck: (charge: string) => number | undefined;
  /** Charges whose customers are at their bank, for whoever mixes up what they come back with. */
  readonly away: Set<string>;
};

const card: GivenMethod = {
  type: 'card',
  card: {
    number: secret(canaries.number),
    cvc: secret(canaries.cvc),
    exp_month: 12,
    exp_year: 2030,
    brand: 'visa',
  },
};

/** One payment from the first click until it is paid, declined, left alone or not known. Resolves to its sessions: two if an order is paid twice at once. */
export const buy = async (shop: Shop): Promise<readonly string[]> => {
  const { faults, random } = shop.world;
  const wanted = want(shop);
  if (!faults.hits('order_twice')) return [await pay(shop, wanted)].flatMap((session) => session ?? []);
  const order = `order-${random.u32().toString(36)}`;
  const [one, other] = [
    { ...wanted, order },
    { ...wanted, order },
  ];
  return (await Promise.all([pay(shop, one), pay(shop, other)])).flatMap((session) => session ?? []);
};

const want = ({ world: { random, faults } }: Shop): Wanted => ({
  amount: random.chance(0.8) ? random.between(50, 20_000) : random.between(20_000, 200_000),
  currency: random.pick(['eur', 'usd', 'jpy', 'kwd']),
  capture_method: random.chance(0.3) ? 'manual' : 'automatic',
  expires_in: random.chance(0.8) ? 1_800 : 86_400,
  ...(faults.enabled.includes('details_refused') && { customer_email: 'ada@example.com' }),
});

const pay = async (shop: Shop, wanted: Wanted): Promise<string | undefined> => {
  const session = await open(shop, wanted);
  if (session === undefined) return undefined;
  const { client, world } = shop;
  if (world.faults.hits('expired_early')) void expire(shop, session);
  for (let tries = 0; tries < 3; tries++) {
    const other = world.faults.hits('two_tabs') ? secondTab(shop, session) : undefined;
    const reply = await client.insist(await confirmation(shop, session));
    await other;
    const status = await follow(shop, session, reply);
    if (status !== 'unpaid' || world.random.chance(0.5)) return session;
    await client.sleep(500, 60_000);
  }
  return session;
};

const open = async ({ client, service }: Shop, wanted: Wanted): Promise<string | undefined> => {
  const key = client.key(JSON.stringify(wanted));
  const derived = service.newId('cs');
  const newId = (): string => (key ? derived : service.newId('cs'));
  const reply = await client.insist(toCreate(wanted, newId, key));
  return reply?.status === 200 ? String(reply.json.id) : undefined;
};

/** With the card itself, or with what the vault gave for it: now, for a former try, or, if somebody stole it, for another session. */
const confirmation = async (shop: Shop, session: string): Promise<Invocation> => {
  const { client, vault, world } = shop;
  const used = world.faults.hits('card_in_vault') ? await tokenFor(shop, session) : undefined;
  if (!used) return toConfirm(session, () => ({ payment_method: card }), client.key('card'));
  const byToken = () => {
    const card = readReceipt(used, vault.trusted, { session, now: world.time.now() });
    return { payment_method: { type: 'card_token', card } } as const;
  };
  return toConfirm(session, byToken, client.key(used.token));
};

const tokenFor = async (
  { vault, world, collected }: Shop,
  session: string,
): Promise<Collected | undefined> => {
  if (world.faults.hits('token_stolen')) return collected.at(-1)?.given;
  const former = collected.findLast((one) => one.session === session);
  if (former && world.random.chance(0.5)) return former.given;
  const given = await vault.collect(session);
  if (given) collected.push({ session, given });
  return given;
};

/** The merchant ends the session, whatever is going on in it. */
const expire = async ({ client, world }: Shop, session: string): Promise<void> => {
  await client.sleep(0, world.random.pick([30, 3_000, 120_000, 1_200_000]));
  await client.ask(toExpire(session));
};

const secondTab = async (shop: Shop, session: string): Promise<void> => {
  const { client, world } = shop;
  await client.sleep(0, world.random.chance(0.5) ? 20 : 3_000);
  await client.ask(await confirmation(shop, session));
};

/** Goes where the answer sends the customer, or looks at the session until it is known what became of it. */
const follow = async (shop: Shop, session: string, reply: Reply | undefined): Promise<string> => {
  let seen = reply?.status === 200 ? reply : shop.read(session);
  for (let looks = 0; looks < 6; looks++) {
    const status = String(seen?.json.payment_status);
    if (status === 'requires_action') await goToBank(shop, session, String(seen?.json.charge));
    else if (status !== 'processing') return status;
    await shop.client.sleep(1_000, 120_000);
    seen = shop.read(session);
  }
  return 'processing';
};

/** Some come back without an end of it and pay with another card; and of those, some finish the first challenge in its tab all the same. */
const goToBank = async (shop: Shop, session: string, charge: string): Promise<void> => {
  const first = authenticate(shop, session, charge);
  if (shop.world.faults.hits('paid_another_way')) await payAnotherWay(shop, session);
  await first;
};

const payAnotherWay = async (shop: Shop, session: string): Promise<void> => {
  const { client } = shop;
  await client.sleep(1_000, 90_000);
  await client.insist(await confirmation(shop, session));
};

const authenticate = async (shop: Shop, session: string, charge: string): Promise<void> => {
  const { client, world, servers, away } = shop;
  const { random, time, faults } = world;
  away.add(charge);
  const ends_in = Number(shop.read(session)?.json.expires_at) * 1000 - time.now();
  // Some come back when their session has just ended: recovery is about to end their attempt, or does so at that moment.
  if (random.chance(0.2) && ends_in > 0) {
    await client.sleep(ends_in, ends_in);
    const look = random.chance(0.5) ? shop.nextCheck(charge) : undefined;
    if (look === undefined) await client.sleep(0, 80_000);
    else await client.sleep(look, look + 400);
  } else await client.sleep(2_000, 90_000);
  if (random.chance(0.15)) return;
  const result = random.chance(0.85) ? 'approved' : 'refused';
  for (const server of servers.values()) server.answerBank(charge, result === 'approved');
  if (random.chance(0.1)) return;
  const others = [...away].filter((other) => other !== charge);
  const other = faults.hits('swapped_return') ? others[random.below(others.length)] : undefined;
  if (other) world.checker.swapped(other);
  const params = { result, of: other ?? charge };
  const back = (): Promise<unknown> => client.ask(toComplete(session, charge, params));
  const again = faults.hits('double_return') ? client.sleep(0, 2_000).then(back) : undefined;
  await back();
  await again;
};
