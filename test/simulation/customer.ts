import { completeAuthentication } from '../../lib/payments/complete-authentication.ts';
import { confirmSession } from '../../lib/payments/confirm-session.ts';
import { createSession } from '../../lib/payments/create-session.ts';
import type { PaymentMethod } from '../../lib/types/card.ts';
import { secret } from '../../lib/types/secret.ts';
import { canaries } from './canaries.ts';
import type { Client, Reply } from './client.ts';
import type { PspServer } from './psp/create-server.ts';
import type { Invocation, Service } from './service.ts';
import type { World } from './world.ts';

export type Shop = {
  readonly world: World;
  readonly service: Service;
  readonly client: Client;
  readonly servers: ReadonlyMap<string, PspServer>;
  /** The session as a `GET` shows it. */
  readonly read: (session: string) => Reply | undefined;
};

const card: PaymentMethod = {
  type: 'card',
  card: {
    number: secret(canaries.number),
    cvc: secret(canaries.cvc),
    exp_month: 12,
    exp_year: 2030,
    brand: 'visa',
  },
};

/** One payment from the first click until it is paid, declined, left alone or not known. Resolves to the session, where there is one. */
export const buy = async (shop: Shop): Promise<string | undefined> => {
  const session = await open(shop);
  if (session === undefined) return undefined;
  const { client, world } = shop;
  for (let tries = 0; tries < 3; tries++) {
    const other = world.faults.hits('two_tabs') ? secondTab(shop, session) : undefined;
    const reply = await client.insist(confirmation(shop, session));
    await other;
    const status = await follow(shop, session, reply);
    if (status !== 'unpaid' || world.random.chance(0.5)) return session;
    await client.sleep(500, 60_000);
  }
  return session;
};

const open = async ({ client, service, world }: Shop): Promise<string | undefined> => {
  const { random } = world;
  const amount = random.chance(0.8) ? random.between(50, 20_000) : random.between(20_000, 200_000);
  const body = {
    amount,
    currency: random.pick(['eur', 'usd', 'jpy', 'kwd']),
    capture_method: random.chance(0.3) ? ('manual' as const) : ('automatic' as const),
  };
  const idempotency = client.key(JSON.stringify(body));
  const id = service.newId('cs');
  const reply = await client.insist({
    endpoint: 'create',
    target: '',
    ...(idempotency ? { idempotency } : {}),
    work: async (ports, asked) => ({
      session: await createSession(ports, {
        ...body,
        // Derived from the key where there is one: the same for every repeat.
        id: asked ? id : service.newId('cs'),
        success_url: 'https://shop.example/thanks',
        routing_rule: 'default',
        expires_in: 1_800,
        metadata: {},
        livemode: false,
        signing_key: 'k1',
        ...(asked ? { idempotency: asked } : {}),
      }),
    }),
  });
  return reply?.status === 200 ? String(reply.json.id) : undefined;
};

const confirmation = ({ client }: Shop, session: string): Invocation => {
  const idempotency = client.key('card');
  return {
    endpoint: 'confirm',
    target: session,
    ...(idempotency ? { idempotency } : {}),
    work: async (ports, asked) => ({
      session: await confirmSession(ports, {
        session,
        payment_method: card,
        return_url: (charge) => `https://pay.example/return/${charge}`,
        ...(asked ? { idempotency: asked } : {}),
      }),
    }),
  };
};

const secondTab = async (shop: Shop, session: string): Promise<void> => {
  const { client, world } = shop;
  await client.sleep(0, world.random.chance(0.5) ? 20 : 3_000);
  await client.ask(confirmation(shop, session));
};

/** Goes where the answer sends the customer, or looks at the session until it is known what became of it. */
const follow = async (shop: Shop, session: string, reply: Reply | undefined): Promise<string> => {
  let seen = reply?.status === 200 ? reply : shop.read(session);
  for (let looks = 0; looks < 6; looks++) {
    const status = String(seen?.json.payment_status);
    if (status === 'requires_action') await authenticate(shop, session, String(seen?.json.charge));
    else if (status !== 'processing') return status;
    await shop.client.sleep(1_000, 120_000);
    seen = shop.read(session);
  }
  return 'processing';
};

const authenticate = async (shop: Shop, session: string, charge: string): Promise<void> => {
  const { client, world, servers } = shop;
  const { random, time } = world;
  const ends_in = Number(shop.read(session)?.json.expires_at) * 1000 - time.now();
  // Some come back when their session has just ended, and recovery is about to end their attempt.
  if (random.chance(0.2) && ends_in > 0) await client.sleep(ends_in, ends_in + 80_000);
  else await client.sleep(2_000, 90_000);
  if (random.chance(0.15)) return;
  const approves = random.chance(0.85);
  for (const server of servers.values())
    if (!server.profile.account.capabilities.completes_authentication) server.authenticate(charge, approves);
  if (random.chance(0.1)) return;
  const back = (): Promise<unknown> =>
    client.ask({
      endpoint: 'complete',
      target: charge,
      work: async (ports) => ({
        session: await completeAuthentication(ports, {
          session,
          charge,
          params: { result: approves ? 'approved' : 'refused' },
        }),
      }),
    });
  const again = world.faults.hits('double_return') ? client.sleep(0, 2_000).then(back) : undefined;
  await back();
  await again;
};
