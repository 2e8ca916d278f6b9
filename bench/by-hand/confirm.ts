import {
  type AttributeValue,
  GetItemCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { client, type Item, listed, N, nothing, S, table } from './aws.ts';
import { type ByHand, newId, ok } from './http.ts';
import { sessionOf } from './session-of.ts';
import { post } from './stripe.ts';

/** Read, claim in one transaction, three calls to the PSP, settle in one transaction: the service's calls with nothing decided between them. */
export const handler: ByHand = async (event) => {
  const { card } = JSON.parse(event.body ?? '').payment_method;
  const { Item: session } = await client.send(
    new GetItemCommand({
      TableName: table('SESSIONS'),
      Key: { id: { S: event.pathParameters?.id ?? '' } },
      ConsistentRead: true,
    }),
  );
  if (!session) return { statusCode: 404 };
  const { ttl: _ttl, expire_shard: _expires, ...claimed } = session;
  const started = Date.now();
  const charge = newChargeOf(session, card, started);
  const write = newId('req');
  const limit = `card#${session.id?.S}`;
  const processing: Item = {
    ...claimed,
    rev: N(2),
    write: S(`${write}.2`),
    payment_status: S('processing'),
    charge: charge.id ?? nothing,
    confirms: N(1),
    attempts: { L: [{ M: attemptOf(charge, started) }] },
  };
  await commit(processing, charge, 'attribute_not_exists(id)', [1, take(limit)]);
  const { psp_reference, particulars } = await pay(charge, card);
  const paid: Item = {
    ...processing,
    rev: N(3),
    write: S(`${write}.3`),
    payment_status: S('paid'),
    attempts: {
      L: [{ M: { ...attemptOf(charge, started), outcome: S('captured'), ended: N(Date.now()) } }],
    },
  };
  const { recover_shard: _shard, recover_at: _at, ...settled } = charge;
  const captured: Item = {
    ...settled,
    rev: N(2),
    write: S(`${write}.2`),
    status: S('captured'),
    outcome: S('captured'),
    psp_reference: S(psp_reference),
    reference_at_psp: S(psp_reference),
    particulars,
    amount_captured: charge.amount ?? nothing,
    amount_refundable: charge.amount ?? nothing,
    amount_refundable_disputed: charge.amount ?? nothing,
    captured_at: N(Date.now()),
  };
  await commit(paid, captured, 'rev = :rev', [2, giveBack(limit)]);
  return ok(sessionOf(paid));
};

type Card = Readonly<Record<string, string>>;

const newChargeOf = (session: Item, card: Card, started: number): Item => {
  const id = newId('ch');
  return {
    id: S(id),
    v: N(1),
    rev: N(1),
    write: S(`${newId('req')}.1`),
    session: session.id ?? nothing,
    psp: S('stripe'),
    amount: session.amount ?? nothing,
    currency: session.currency ?? nothing,
    capture_method: S('automatic'),
    livemode: { BOOL: false },
    status: S('pending'),
    outcome: nothing,
    amount_captured: N(0),
    amount_refundable: N(0),
    amount_refundable_disputed: N(0),
    refunds: { M: {} },
    disputes: { M: {} },
    created: N(Math.floor(started / 1000)),
    started: N(started),
    card_fingerprint: session.id ?? nothing,
    recover_shard: N(0),
    recover_at: N(started + 60_000),
    particulars: {
      M: {
        card: {
          M: {
            brand: S('visa'),
            last4: S(String(card.number).slice(-4)),
            exp_month: N(Number(card.exp_month)),
            exp_year: N(Number(card.exp_year)),
          },
        },
      },
    },
    ...listed(id, started),
  };
};

const attemptOf = ({ id, psp }: Item, started: number): Item => ({
  charge: id ?? nothing,
  psp: psp ?? nothing,
  outcome: nothing,
  started: N(started),
});

const pay = async (charge: Item, card: Card) => {
  const reference = charge.id?.S ?? '';
  const [intent, method] = await Promise.all([
    post(
      '/v1/payment_intents',
      {
        amount: charge.amount?.N ?? '',
        currency: charge.currency?.S ?? '',
        capture_method: 'automatic',
        'payment_method_types[]': 'card',
        'metadata[charge]': reference,
        'metadata[session]': charge.session?.S ?? '',
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

const particularsOf = (intent: Readonly<Record<string, unknown>>): AttributeValue => {
  const { card } = (intent.latest_charge as PaidWithCard).payment_method_details;
  return {
    M: {
      card: {
        M: {
          brand: S(card.brand),
          last4: S(card.last4),
          exp_month: N(card.exp_month),
          exp_year: N(card.exp_year),
          funding: S(card.funding),
          country: S(card.country),
        },
      },
      checks: { M: { cvc: S(card.checks.cvc_check) } },
    },
  };
};

type PaidWithCard = {
  readonly payment_method_details: {
    readonly card: Readonly<Record<'brand' | 'last4' | 'funding' | 'country', string>> &
      Readonly<Record<'exp_month' | 'exp_year', number>> & {
        readonly checks: { readonly cvc_check: string };
      };
  };
};

const commit = (
  session: Item,
  charge: Item,
  condition: string,
  [rev, limit]: readonly [number, TransactWriteItem],
) => {
  const stands = { ':rev': N(rev) };
  return client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        {
          Put: {
            TableName: table('SESSIONS'),
            Item: session,
            ConditionExpression: 'rev = :rev',
            ExpressionAttributeValues: stands,
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        {
          Put: {
            TableName: table('CHARGES'),
            Item: charge,
            ConditionExpression: condition,
            ...(condition.includes(':rev') && { ExpressionAttributeValues: { ':rev': N(1) } }),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        limit,
      ],
    }),
  );
};

const month_s = 30 * 86_400;
const now_s = () => Math.floor(Date.now() / 1000);

const take = (id: string): TransactWriteItem => ({
  Update: {
    TableName: table('LIMITS'),
    Key: { id: S(id) },
    UpdateExpression: 'SET #ttl = if_not_exists(#ttl, :until) ADD n :one',
    ConditionExpression:
      'attribute_not_exists(id) OR (#ttl > :now AND attribute_not_exists(blocked) AND n < :max)',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':until': N(now_s() + month_s),
      ':one': N(1),
      ':now': N(now_s()),
      ':max': N(15),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

const giveBack = (id: string): TransactWriteItem => ({
  Update: {
    TableName: table('LIMITS'),
    Key: { id: S(id) },
    UpdateExpression: 'SET #ttl = if_not_exists(#ttl, :until) ADD n :minus_one',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':until': N(now_s() + month_s), ':minus_one': N(-1) },
  },
});
