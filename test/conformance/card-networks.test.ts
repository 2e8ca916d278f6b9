import { describe, expect, test } from '@jest/globals';
import { type CardBrand, type CardNetwork, cardNetworks } from '../../lib/types/card.ts';
import type { AuthorizeRequest } from '../../lib/types/psp.ts';
import { secret } from '../../lib/types/secret.ts';
import type { HttpRequest } from '../../lib/types/transport.ts';
import { readSpec } from '../tools/specs.ts';
import { adyenSubject } from './adyen.ts';
import { checkoutComSubject } from './checkout-com.ts';
import { decodeForm } from './decode-form.ts';
import { paypalSubject } from './paypal.ts';
import type { PspSubject } from './psp-subject.ts';
import { call, cardRequest, moneyOf, sampleAttempt, scripted } from './samples.ts';
import { specification } from './specification.ts';
import { stripeSubject } from './stripe.ts';

type Sent = Readonly<Record<string, unknown>>;

/** Where each PSP takes the network, and by which name. Written out, so that a mistake in an adapter's table is not copied. */
const choices: readonly (readonly [
  PspSubject,
  (sent: Sent) => unknown,
  Readonly<Partial<Record<CardNetwork, string>>>,
])[] = [
  [
    stripeSubject,
    (sent) => (sent.payment_method_options as { card: { network: string } } | undefined)?.card.network,
    {
      visa: 'visa',
      mastercard: 'mastercard',
      amex: 'amex',
      discover: 'discover',
      diners: 'diners',
      jcb: 'jcb',
      unionpay: 'unionpay',
      cartes_bancaires: 'cartes_bancaires',
    },
  ],
  [
    adyenSubject,
    (sent) => (sent.paymentMethod as { brand?: string } | undefined)?.brand,
    {
      visa: 'visa',
      mastercard: 'mc',
      amex: 'amex',
      discover: 'discover',
      diners: 'diners',
      jcb: 'jcb',
      unionpay: 'cup',
      maestro: 'maestro',
      cartes_bancaires: 'cartebancaire',
    },
  ],
  [
    checkoutComSubject,
    (sent) => (sent.processing as { preferred_scheme: string } | undefined)?.preferred_scheme,
    { visa: 'visa', mastercard: 'mastercard', cartes_bancaires: 'cartes_bancaires' },
  ],
  [paypalSubject, () => undefined, {}],
];

describe.each(choices.map(([subject, read, names]) => [subject.name, { subject, read, names }] as const))(
  'the network a customer chose, at %s',
  (_, { subject, read, names }) => {
    const { document, corrected = (given) => given, added } = subject.specification;
    const spec = corrected(readSpec(document));
    const specified = spec === undefined ? test.skip : test;

    test.each([...cardNetworks, undefined])('%s is in its field, once, or absent', async (network) => {
      const sent = (await requestsWith(subject, network)).map(bodyOf);
      const name = network && names[network];
      expect(sent.map(read).filter((value) => value !== undefined)).toEqual(name ? [name] : []);
      if (network === 'cartes_bancaires' && !name)
        expect(JSON.stringify(sent)).not.toMatch(/cartes?_?bancaire/);
    });

    specified.each(cardNetworks)('%s is as the official document says', async (network) => {
      const checker = specification(spec, subject.account.base_url, added);
      for (const request of await requestsWith(subject, network))
        expect(checker.requestProblems(request)).toEqual([]);
    });
  },
);

const requestsWith = async (
  subject: PspSubject,
  network: CardNetwork | undefined,
): Promise<readonly HttpRequest[]> => {
  const attempt = sampleAttempt();
  const { psp, exchanges } = scripted(
    subject,
    subject.play({ scene: 'captured' }, attempt, moneyOf(attempt)),
  );
  await psp.authorize(attempt, chosen(network), call);
  return exchanges.map(({ request }) => request);
};

const chosen = (network: CardNetwork | undefined): AuthorizeRequest => {
  const brand: CardBrand = network === undefined || network === 'cartes_bancaires' ? 'visa' : network;
  const card = { number: secret('4242424242424242'), cvc: secret('123'), exp_month: 3, exp_year: 2030 };
  return {
    ...cardRequest(),
    payment_method: { type: 'card', card: { ...card, brand, ...(network && { network }) } },
  };
};

const bodyOf = ({ body = '', headers }: HttpRequest): Sent =>
  headers['content-type'] === 'application/json' ? JSON.parse(body || '{}') : decodeForm(body);
