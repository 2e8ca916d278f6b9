import { toWire } from '../../types/amount-rules.ts';
import type { CardNetwork } from '../../types/card.ts';
import { isMerchantInitiated, type Setup } from '../../types/credential.ts';
import { defined } from '../../types/defined.ts';
import { isWallet, type PaymentMethod } from '../../types/given-method.ts';
import type {
  Attempt,
  AuthorizationResult,
  AuthorizeRequest,
  Call,
  Declined,
  Unknown,
} from '../../types/psp.ts';
import type { FormValue } from '../encode-form.ts';
import { textAt } from '../json.ts';
import { toUnknown } from '../refusal-reader.ts';
import { splitCall } from '../split-call.ts';
import { capabilities } from './capabilities.ts';
import { keyOf, type Reply, type StripeClient } from './client.ts';
import { createIntent } from './create-payment.ts';
import { createPaymentMethod } from './create-payment-method.ts';
import { parseIntent } from './payment.ts';
import { type PspToken, readToken } from './psp-token.ts';
import { findRefusedIntent, readPayment } from './read-payment.ts';
import { isUnknown, type Refusal, readRefusal } from './read-refusal.ts';

/**
 * Creates the intent and, for a raw card, the payment method in parallel, then confirms: only the confirm moves money. A failure before it is a
 * definite decline, unless an earlier call of the same attempt may have reached the confirm.
 */
export const authorize = async (
  client: StripeClient,
  attempt: Attempt,
  request: AuthorizeRequest,
  call: Call,
): Promise<AuthorizationResult> => {
  const { payment_method } = request;
  const token = payment_method.type === 'psp_token' ? readToken(payment_method.token.reveal()) : undefined;
  const refusal = refuse(attempt, request, token);
  if (refusal) return refusal;
  // Calls that move no money respond fast or are not worth the wait: the confirm gets the time that the slowest preparation leaves.
  const { first, rest } = splitCall(call, 3);
  const [created, method] = await Promise.all([
    createIntent(client, attempt, first),
    payment_method.type === 'card'
      ? paymentMethodId(client, attempt, payment_method, first)
      : ({ kind: 'id', id: token?.payment_method } as const),
  ]);
  const psp_reference = created.kind === 'created' ? created.intent.id : attempt.psp_reference;
  const repeated = attempt.psp_reference !== undefined || (created.kind === 'created' && created.replayed);
  const settle = (reply: Refusal, judge: (reply: Refusal) => Declined | Unknown): AuthorizationResult => ({
    ...(repeated && saysNothingOfEarlierCalls(reply, judge(reply))
      ? toUnknown(readRefusal(reply))
      : judge(reply)),
    ...defined({ psp_reference }),
  });

  if (method.kind === 'refused' && isCardError(method.reply)) return settle(method.reply, readRefusal);
  if (created.kind === 'unknown') return created.result;
  if (created.kind === 'refused') return settle(created.reply, readPreparationRefusal);
  if (method.kind === 'refused') return settle(method.reply, readPreparationRefusal);

  const known = { ...attempt, psp_reference: created.intent.id };
  const reply = await confirmIntent(client, known, request, method.id, rest);
  const intent = reply.kind === 'object' ? parseIntent(reply.body) : findRefusedIntent(known, reply);
  if (intent) return declineCanceled(readPayment(known, intent));
  return reply.kind === 'object'
    ? { outcome: 'unknown', doubt: 'unreadable_answer', psp_reference: known.psp_reference }
    : settle(reply, readRefusal);
};

/** Why nothing is sent for this payment, if so. */
const refuse = (
  attempt: Attempt,
  { payment_method, credential }: AuthorizeRequest,
  token: PspToken | undefined,
): Declined | undefined => {
  const amount = toWire(capabilities.amounts, attempt);
  if (!amount.ok) return { outcome: 'not_supported', code: amount.reason };
  // Only Stripe's own libraries turn a wallet's token into a payment method.
  if (isWallet(payment_method)) return { outcome: 'not_supported', code: 'wallet_not_supported' };
  if (payment_method.type === 'psp_token' && !token)
    return { outcome: 'invalid_request', code: 'psp_token_unreadable' };
  // The pinned version accepts no network transaction id, and without a Stripe customer nothing links the payment to an earlier one.
  return isMerchantInitiated(credential) && token?.customer === undefined
    ? { outcome: 'not_supported', code: 'merchant_initiated_not_supported' }
    : undefined;
};

const confirmIntent = (
  client: StripeClient,
  attempt: Attempt & { readonly psp_reference: string },
  request: AuthorizeRequest,
  payment_method: string | undefined,
  call: Call,
): Promise<Reply> =>
  client.post(
    `/v1/payment_intents/${encodeURIComponent(attempt.psp_reference)}/confirm`,
    {
      payment_method,
      ...(isMerchantInitiated(request.credential)
        ? { off_session: true }
        : { return_url: request.return_url }),
      setup_future_usage: setupOf(request),
      payment_method_options: cardOptions(request),
      expand: ['latest_charge'],
    },
    keyOf.confirm(attempt.reference),
    call,
  );

/** Makes the customer authenticate now for later charges, at any PSP. */
const setupOf = ({ credential }: AuthorizeRequest): Setup | undefined =>
  credential?.usage === 'store' ? credential.for : undefined;

/** The networks that Stripe lets us request; Maestro is not one of them. Source: `payment_method_options[card][network]`. */
const networks: readonly CardNetwork[] = [
  'amex',
  'cartes_bancaires',
  'diners',
  'discover',
  'jcb',
  'mastercard',
  'unionpay',
  'visa',
];

const cardOptions = ({ payment_method: method, challenge }: AuthorizeRequest): FormValue => {
  const network = method.type === 'card' ? method.card.network : undefined;
  const options = {
    network: network && networks.includes(network) ? network : undefined,
    request_three_d_secure: challenge ? 'any' : undefined,
  };
  return Object.values(options).some((option) => option !== undefined) ? { card: options } : undefined;
};

type MethodId =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'refused'; readonly reply: Refusal };

const paymentMethodId = async (
  client: StripeClient,
  attempt: Attempt,
  method: Extract<PaymentMethod, { type: 'card' }>,
  call: Call,
): Promise<MethodId> => {
  const reply = await createPaymentMethod(client, attempt, method, call);
  if (reply.kind !== 'object') return { kind: 'refused', reply };
  const id = textAt(reply.body, 'id');
  return id === undefined ? { kind: 'refused', reply: { kind: 'foreign', status: 200 } } : { kind: 'id', id };
};

/**
 * Nothing was confirmed, so even a missing or malformed response is a definite decline; but a concurrent call with the same key may confirm. If
 * Stripe refuses our call here (raw cards not enabled for the account), it is not the customer's fault, and the next PSP may accept the payment.
 */
const readPreparationRefusal = (reply: Refusal): Declined | Unknown => {
  const found = readRefusal(reply);
  if (found.outcome === 'invalid_request') return { ...found, outcome: 'not_supported' };
  if (found.outcome !== 'unknown') return found;
  return reply.kind === 'lost'
    ? { outcome: 'not_sent', code: `preparation_${reply.doubt}` }
    : { outcome: 'psp_unavailable', code: 'preparation_failed' };
};

/** Unless the card itself was declined, these are about this call, not about the attempt. */
const saysNothingOfEarlierCalls = (reply: Refusal, found: Declined | Unknown): boolean =>
  !isUnknown(found) && !isCardError(reply);

const isCardError = (reply: Refusal): boolean =>
  reply.kind === 'refused' && reply.status === 402 && textAt(reply.error, 'type') === 'card_error';

/** An intent that was canceled elsewhere is a definite decline that must not lead to another PSP: it was canceled by reference. */
const declineCanceled = (result: ReturnType<typeof readPayment>): AuthorizationResult =>
  result.outcome === 'canceled'
    ? {
        outcome: 'unmapped',
        code: 'canceled',
        ...defined({ psp_reference: result.psp_reference }),
      }
    : result;
