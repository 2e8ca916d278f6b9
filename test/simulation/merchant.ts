import { operateCharge } from '../../lib/payments/operate-charge.ts';
import { refundCharge } from '../../lib/payments/refund-charge.ts';
import type { Reply } from './client.ts';
import type { Shop } from './customer.ts';

/** What the merchant does with a session that was paid or authorised: captures, cancels, refunds, sometimes all at once. */
export const serve = async (shop: Shop, session: string): Promise<void> => {
  const { client, world } = shop;
  const { random } = world;
  await client.sleep(100, 60_000);
  const reply = shop.read(session);
  const charge = reply && chargeOf(reply);
  if (!reply || charge === undefined) return;
  const amount = Number(reply.json.amount);
  if (reply.json.payment_status === 'authorized') {
    await captureOrCancel(shop, charge, amount);
    await client.sleep(100, 120_000);
    // What was refused is asked for again.
    if (shop.read(session)?.json.payment_status === 'authorized') await captureOrCancel(shop, charge, amount);
  }
  if (!random.chance(0.5)) return;
  await client.sleep(10, 120_000);
  const refunds = Array.from({ length: random.pick([1, 1, 2, 3, 4]) }, async () => {
    if (random.chance(0.3)) await client.sleep(1, 60_000);
    await refund(shop, charge, random.chance(0.3) ? undefined : random.between(1, amount));
  });
  await Promise.all(refunds);
};

const chargeOf = ({ json }: Reply): string | undefined =>
  (json.payment_status === 'paid' || json.payment_status === 'authorized') && typeof json.charge === 'string'
    ? json.charge
    : undefined;

const captureOrCancel = async (shop: Shop, charge: string, authorised: number): Promise<void> => {
  const { random } = shop.world;
  const amount = random.chance(0.3) ? random.between(1, authorised) : undefined;
  const plan = random.below(10);
  if (plan === 0) return;
  if (plan < 6) return operate(shop, 'capture', charge, amount);
  if (plan < 8) return operate(shop, 'cancel', charge, undefined);
  if (plan < 9)
    await Promise.all([
      operate(shop, 'capture', charge, amount),
      operate(shop, 'capture', charge, undefined),
    ]);
  else
    await Promise.all([operate(shop, 'capture', charge, amount), operate(shop, 'cancel', charge, undefined)]);
};

const operate = async (
  shop: Shop,
  kind: 'capture' | 'cancel',
  charge: string,
  amount: number | undefined,
): Promise<void> => {
  const { client, world } = shop;
  const idempotency = client.key(`${kind} ${amount}`);
  const reply = await client.insist({
    endpoint: kind,
    target: charge,
    ...(idempotency ? { idempotency } : {}),
    work: async (ports, asked) => ({
      charge: await operateCharge(ports, kind, {
        charge,
        ...(amount === undefined ? {} : { amount }),
        ...(asked ? { idempotency: asked } : {}),
      }),
    }),
  });
  const refused = reply !== undefined && (reply.status === 409 || reply.status === 502);
  if (!refused || world.random.chance(0.4)) return;
  await client.sleep(100, 30_000);
  await operate(shop, kind, charge, amount);
};

const refund = async (
  { client, service }: Shop,
  charge: string,
  amount: number | undefined,
): Promise<void> => {
  const idempotency = client.key(`refund ${amount}`);
  const id = service.newId('re');
  await client.insist({
    endpoint: 'refund',
    target: charge,
    ...(idempotency ? { idempotency } : {}),
    work: (ports, asked) =>
      refundCharge(ports, {
        id: asked ? id : service.newId('re'),
        charge,
        metadata: {},
        ...(amount === undefined ? {} : { amount }),
        ...(asked ? { idempotency: asked } : {}),
      }),
  });
};
