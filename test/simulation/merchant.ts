import type { RefundCommand } from '../../lib/payments/operations/refund-charge.ts';
import type { Reply } from './client.ts';
import type { Shop } from './customer.ts';
import { toOperate, toRefresh, toRefund } from './requests.ts';

/** What the merchant does with a session that was paid or authorised: captures, cancels, refunds, sometimes all at once. */
export const serve = async (shop: Shop, session: string): Promise<void> => {
  const { client, world } = shop;
  await client.sleep(100, 60_000);
  const reply = shop.read(session);
  const charge = reply && chargeOf(reply);
  if (!reply || charge === undefined) return;
  const amount = Number(reply.json.amount);
  if (world.faults.hits('refreshed')) void refreshSometimes(shop, charge);
  // What was refused is asked for again; so is what the PSP has taken back since.
  for (const wait of [100, 120_000, 1_200_000]) {
    if (shop.read(session)?.json.payment_status === 'authorized') await captureOrCancel(shop, charge, amount);
    await client.sleep(100, wait);
  }
  if (world.random.chance(0.5)) await refundSome(shop, charge, amount);
  for (const other of othersOf(shop, session)) await returnOther(shop, other, amount);
};

/** Other payments that the PSP has for it. */
const othersOf = (shop: Shop, session: string): readonly string[] => {
  const others = shop.read(session)?.json.others;
  return Array.isArray(others) ? others.map(({ charge }) => charge) : [];
};

/** Gives the customer back what was paid a second time, held or taken. */
const returnOther = async (shop: Shop, charge: string, amount: number): Promise<void> => {
  if (shop.world.random.chance(0.5)) await operate(shop, 'cancel', charge, undefined);
  await refundSome(shop, charge, amount);
};

const chargeOf = ({ json }: Reply): string | undefined =>
  (json.payment_status === 'paid' || json.payment_status === 'authorized') && typeof json.charge === 'string'
    ? json.charge
    : undefined;

const refreshSometimes = async ({ client }: Shop, charge: string): Promise<void> => {
  for (const wait of [2_000, 60_000, 600_000]) {
    await client.sleep(0, wait);
    await client.insist(toRefresh(charge, client.key('refresh')));
  }
};

const captureOrCancel = async (shop: Shop, charge: string, authorised: number): Promise<void> => {
  const { random } = shop.world;
  const amount = random.chance(0.3) ? random.between(1, authorised) : undefined;
  const plan = random.below(10);
  if (plan === 0) return;
  if (plan < 6) return operate(shop, 'capture', charge, amount);
  if (plan < 8) return operate(shop, 'cancel', charge, undefined);
  const [capture, other] =
    plan < 9
      ? [operate(shop, 'capture', charge, amount), operate(shop, 'capture', charge, undefined)]
      : [operate(shop, 'capture', charge, amount), operate(shop, 'cancel', charge, undefined)];
  await Promise.all([capture, other]);
};

const operate = async (
  shop: Shop,
  kind: 'capture' | 'cancel',
  charge: string,
  amount: number | undefined,
): Promise<void> => {
  const { client, world } = shop;
  const reply = await client.insist(toOperate(kind, charge, amount, client.key(`${kind} ${amount}`)));
  const refused = reply !== undefined && (reply.status === 409 || reply.status === 502);
  if (!refused || world.random.chance(0.4)) return;
  await client.sleep(100, 30_000);
  await operate(shop, kind, charge, amount);
};

const refundSome = async (shop: Shop, charge: string, amount: number): Promise<void> => {
  const { client, world } = shop;
  const { random, faults } = world;
  const refunds = Array.from({ length: random.pick([1, 1, 2, 3, 4]) }, async () => {
    if (random.chance(0.3)) await client.sleep(1, 60_000);
    await refund(shop, charge, {
      ...(random.chance(0.7) && { amount: random.between(1, amount) }),
      ...(faults.hits('refund_over_dispute') && { allow_disputed: true }),
    });
  });
  await Promise.all(refunds);
};

const refund = async (
  { client, service, world }: Shop,
  charge: string,
  asked: Pick<RefundCommand, 'amount' | 'allow_disputed'>,
): Promise<void> => {
  const key = client.key(`refund ${JSON.stringify(asked)}`);
  const derived = service.newId('re');
  const newId = (): string => {
    const id = key ? derived : service.newId('re');
    if (asked.allow_disputed) world.checker.allowedOverDispute(id);
    return id;
  };
  await client.insist(toRefund(charge, asked, newId, key));
};
