import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { client, type Item, listed, N, nothing, S, table } from './aws.ts';
import { type ByHand, newId, ok } from './http.ts';

/** A session written with one conditional put, as the service writes it; nothing is checked, planned or signed. */
export const handler: ByHand = async (event) => {
  const { amount, currency, success_url } = JSON.parse(event.body ?? '');
  const id = newId('cs');
  const now = Date.now();
  const created = Math.floor(now / 1000);
  const list = listed(id, now);
  const item: Item = {
    id: S(id),
    v: N(1),
    amount: N(amount),
    currency: S(currency),
    success_url: S(success_url),
    capture_method: S('automatic'),
    metadata: { L: [] },
    livemode: { BOOL: false },
    signing_key: S('k1'),
    rev: N(1),
    write: S(`${newId('req')}.1`),
    created: N(created),
    created_ms: N(now),
    expires_at: N(created + 86_400),
    routing: {
      M: {
        override: nothing,
        plan: { L: [S('stripe')] },
        skipped: { L: [] },
        draw: { L: [{ L: [S('stripe'), N(1)] }] },
        rule: S('bench'),
        version: N(1),
        failover: {
          M: {
            on: { L: ['psp_unavailable', 'rate_limited', 'issuer_unavailable', 'processor_error'].map(S) },
            max_attempts: N(3),
            attempt_timeout_ms: N(8_000),
          },
        },
      },
    },
    payment_status: S('unpaid'),
    charge: nothing,
    next_action: nothing,
    last_payment_error: nothing,
    attempts: { L: [] },
    passed_over: { L: [] },
    confirms: N(0),
    confirmations: { L: [] },
    ttl: N(created + 86_400 + 30 * 86_400),
    ...list,
    expire_shard: list.list_shard,
  };
  await client.send(
    new PutItemCommand({
      TableName: table('SESSIONS'),
      Item: item,
      ConditionExpression: 'attribute_not_exists(id)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
  );
  return ok({
    id,
    object: 'checkout.session',
    amount,
    currency,
    status: 'open',
    client_secret: `${id}_secret`,
    created,
    payment_status: 'unpaid',
    capture_method: 'automatic',
    routing_rule: 'bench',
    success_url,
    cancel_url: null,
    country: null,
    expires_at: created + 86_400,
    livemode: false,
    charge: null,
    next_action: null,
    last_payment_error: null,
    reference: null,
    customer_email: null,
    customer: null,
    billing_details: null,
    shipping: null,
    description: null,
    statement_descriptor: null,
    exemption: null,
    metadata: {},
    routing: {
      rule: 'bench',
      version: 1,
      override: null,
      plan: ['stripe'],
      skipped: [],
      draw: [['stripe', 1]],
      health: null,
      attempts: [],
    },
  });
};
