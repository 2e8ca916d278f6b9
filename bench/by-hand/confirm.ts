import { createHash } from 'node:crypto';
import { GetCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { client, type Item, listAttributes, table } from './aws.ts';
import { type ByHand, newId, ok } from './http.ts';
import { sessionOf } from './session-of.ts';
import { post } from './stripe.ts';

/** Read, claim in one transaction, three calls to the PSP, settle in one transaction: the service's calls with nothing decided between them. */
export const handler: ByHand = async (event) => {
  const { card } = JSON.parse(event.body ?? '').payment_method;
  const { Item: session } = await client.send(
    new GetCommand({
      TableName: table('SESSIONS'),
      Key: { id: event.pathParameters?.id ?? '' },
      ConsistentRead: true,
    }),
  );
  if (!session) return { statusCode: 404 };
  const { ttl: _ttl, expire_shard: _expires, ...claimed } = session;
  const started = Date.now();
  const charge = newChargeOf(session, card, started);
  const write = newId('req');
  const limit = `card#${session.id}`;
  const processing: Item = {
    ...claimed,
    rev: 2,
    write: `${write}.2`,
    payment_status: 'processing',
    charge: charge.id,
    confirms: 1,
    attempts: [attemptOf(charge, started)],
  };
  await commit(processing, charge, 'attribute_not_exists(id)', [1, takeCard(limit, charge)]);
  const { psp_reference, particulars } = await pay(charge, card);
  const paid: Item = {
    ...processing,
    rev: 3,
    write: `${write}.3`,
    payment_status: 'paid',
    attempts: [{ ...attemptOf(charge, started), outcome: 'captured', ended: Date.now() }],
  };
  const { recover_shard: _shard, recover_at: _at, ...settled } = charge;
  const captured: Item = {
    ...settled,
    rev: 2,
    write: `${write}.2`,
    status: 'captured',
    outcome: 'captured',
    psp_reference,
    reference_at_psp: psp_reference,
    particulars,
    amount_captured: charge.amount,
    amount_refundable: charge.amount,
    amount_refundable_disputed: charge.amount,
    captured_at: Date.now(),
  };
  await commit(paid, captured, 'rev = :rev', [2, giveBack(limit, charge)]);
  return ok(sessionOf(paid));
};

type Card = Readonly<Record<string, string>>;

const key_print = createHash('sha256')
  .update(JSON.stringify(['stripe', process.env.BENCH_STRIPE_KEY]))
  .digest('base64url')
  .slice(0, 12);

const newChargeOf = (session: Item, card: Card, started: number): Item => {
  const id = newId('ch');
  return {
    id,
    v: 1,
    rev: 1,
    write: `${newId('req')}.1`,
    session: session.id,
    psp: 'stripe',
    amount: session.amount,
    currency: session.currency,
    capture_method: 'automatic',
    livemode: false,
    status: 'pending',
    outcome: null,
    amount_captured: 0,
    amount_refundable: 0,
    amount_refundable_disputed: 0,
    refunds: {},
    disputes: {},
    created: Math.floor(started / 1000),
    started,
    key_print,
    card_fingerprint: session.id,
    card_try: {
      series: ['visa', session.amount, session.currency, 'customer'].join('.'),
      id: `${Math.floor(started / 1000)}.${id.slice(-8)}`,
    },
    recover_shard: 0,
    recover_at: started + 60_000,
    last4: String(card.number).slice(-4),
    particulars: {
      card: {
        brand: 'visa',
        last4: String(card.number).slice(-4),
        exp_month: Number(card.exp_month),
        exp_year: Number(card.exp_year),
      },
    },
    ...listAttributes(id, started),
  };
};

const attemptOf = ({ id, psp }: Item, started: number): Item => ({
  charge: id,
  psp,
  outcome: null,
  started,
});

const pay = async (charge: Item, card: Card) => {
  const reference = charge.id;
  const [intent, method] = await Promise.all([
    post(
      '/v1/payment_intents',
      {
        amount: String(charge.amount),
        currency: charge.currency,
        capture_method: 'automatic',
        'payment_method_types[]': 'card',
        'metadata[charge]': reference,
        'metadata[session]': charge.session,
      },
      `${reference}-pi`,
    ),
    post(
      '/v1/payment_methods',
      {
        type: 'card',
        'card[number]': String(card.number),
        'card[exp_month]': String(card.exp_month),
        'card[exp_year]': String(card.exp_year),
        'card[cvc]': String(card.cvc),
      },
      `${reference}-pm`,
    ),
  ]);
  const confirmed = await post(
    `/v1/payment_intents/${intent.id}/confirm`,
    {
      payment_method: String(method.id),
      return_url: 'https://shop.example/return',
      'expand[]': 'latest_charge',
    },
    `${reference}-c`,
  );
  if (confirmed.status !== 'succeeded') throw new Error(`the payment is ${confirmed.status}`);
  return { psp_reference: String(confirmed.id), particulars: particularsOf(confirmed) };
};

const particularsOf = (intent: Readonly<Record<string, unknown>>) => {
  const { card } = (intent.latest_charge as PaidWithCard).payment_method_details;
  return {
    card: {
      brand: card.brand,
      last4: card.last4,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      funding: card.funding,
      country: card.country,
    },
    checks: { cvc: card.checks.cvc_check },
    network_transaction_id: card.network_transaction_id,
  };
};

type PaidWithCard = {
  readonly payment_method_details: {
    readonly card: Readonly<
      Record<'brand' | 'last4' | 'funding' | 'country' | 'network_transaction_id', string>
    > &
      Readonly<Record<'exp_month' | 'exp_year', number>> & {
        readonly checks: { readonly cvc_check: string };
      };
  };
};

type TransactWriteItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const commit = (
  session: Item,
  charge: Item,
  condition: string,
  [rev, limit]: readonly [number, TransactWriteItem],
) => {
  const current = { ':rev': rev };
  return client.send(
    new TransactWriteCommand({
      TransactItems: [
        {
          Put: {
            TableName: table('SESSIONS'),
            Item: session,
            ConditionExpression: 'rev = :rev',
            ExpressionAttributeValues: current,
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        {
          Put: {
            TableName: table('CHARGES'),
            Item: charge,
            ConditionExpression: condition,
            ...(condition.includes(':rev') && { ExpressionAttributeValues: { ':rev': 1 } }),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        limit,
      ],
    }),
  );
};

const kept_s = 40 * 86_400;
const now_s = () => Math.floor(Date.now() / 1000);

const takeCard = (id: string, { card_try }: Item): TransactWriteItem => ({
  Update: {
    TableName: table('LIMITS'),
    Key: { id },
    UpdateExpression: 'SET #ttl = :until ADD #series :try, n :one, rev :one',
    ConditionExpression:
      '(attribute_not_exists(n) OR n < :most) AND attribute_not_exists(blocked) AND (attribute_not_exists(#series) OR size(#series) < :max)',
    ExpressionAttributeNames: { '#ttl': 'ttl', '#series': `try.${card_try.series}` },
    ExpressionAttributeValues: {
      ':until': now_s() + kept_s,
      ':try': new Set([card_try.id]),
      ':one': 1,
      ':most': 100,
      ':max': 21,
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

const giveBack = (id: string, { card_try }: Item): TransactWriteItem => ({
  Update: {
    TableName: table('LIMITS'),
    Key: { id },
    UpdateExpression:
      'SET #ttl = if_not_exists(#ttl, :until) ADD n :less, rev :one DELETE #series :try REMOVE blocked',
    ExpressionAttributeNames: { '#ttl': 'ttl', '#series': `try.${card_try.series}` },
    ExpressionAttributeValues: {
      ':until': now_s() + kept_s,
      ':less': -1,
      ':one': 1,
      ':try': new Set([card_try.id]),
    },
  },
});
