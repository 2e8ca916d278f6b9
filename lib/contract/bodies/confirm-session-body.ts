import * as z from 'zod/mini';
import { list } from '../../routing/fields/list.ts';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { initiators, repeatReasons } from '../../types/credential.ts';
import { returnModes } from '../../types/return-mode.ts';
import { card } from '../fields/card.ts';
import { anyVaultToken, receipt, vaultToken } from '../fields/card-token.ts';
import { id } from '../fields/id.ts';
import { integer } from '../fields/integer.ts';
import { onceGiven } from '../fields/once-given.ts';
import { oneOf } from '../fields/one-of.ts';
import { billingDetails } from '../fields/people.ts';
import { anyText, text } from '../fields/text.ts';
import { withoutBlanks } from '../fields/without-blanks.ts';

const billing_details = z.exactOptional(billingDetails);

const pspToken = () =>
  strictObject({
    type: z.literal('psp_token'),
    psp: text(64),
    token: anyText(4096).check(
      z.regex(
        /^([\x21-\x7e]+|\{[\s\S]*\})$/,
        "expected the PSP's token: visible ASCII, or an object as JSON",
      ),
    ),
    billing_details,
  });

const cardMethod = () => strictObject({ type: z.literal('card'), card, billing_details });

const cardToken = () =>
  strictObject({
    type: z.literal('card_token'),
    token: anyVaultToken(),
    receipt: z.exactOptional(receipt()),
    billing_details,
  });

const stored = () =>
  strictObject({
    type: z.literal('stored'),
    id: id('pm', 'payment method'),
    initiator: z.enum(initiators, `expected one of ${initiators.join(', ')}`),
    reason: z.exactOptional(z.enum(repeatReasons, `expected one of ${repeatReasons.join(', ')}`)),
    cvc_token: z.exactOptional(vaultToken()),
    billing_details,
  }).check(
    z.refine(({ initiator, cvc_token }) => initiator === 'customer' || cvc_token === undefined, {
      error: 'expected none: without the customer, nobody gives a security code',
      path: ['cvc_token'],
    }),
    z.refine(({ initiator, reason }) => initiator === 'customer' || reason !== undefined, {
      error: `expected why the merchant charges: ${repeatReasons.join(', ')}`,
      path: ['reason'],
    }),
  );

const psps = () => list(text(64), 5, 'PSP accounts');

/** Only the outer form: the content is encrypted for a PSP. */
const walletToken = (what: string, fits: (token: Readonly<Record<string, unknown>>) => boolean) =>
  anyText(10_000).check(
    z.refine((token) => {
      const read = readObject(token);
      return read !== undefined && fits(read);
    }, `expected ${what}, as JSON`),
  );

const readObject = (json: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Source: Apple Pay, "Payment token format reference". */
const applePay = () =>
  strictObject({
    type: z.literal('applepay'),
    token: walletToken(
      "Apple Pay's paymentData",
      ({ version, data, signature, header }) =>
        [version, data, signature].every(isText) && typeof header === 'object' && header !== null,
    ),
    psps: psps(),
    billing_details,
  });

/** Source: Google Pay API, "Payment data cryptography". */
const googlePay = () =>
  strictObject({
    type: z.literal('googlepay'),
    token: walletToken(
      "Google Pay's tokenizationData.token",
      ({ signature, protocolVersion, signedMessage }) =>
        [signature, protocolVersion, signedMessage].every(isText),
    ),
    psps: psps(),
    billing_details,
  });

const ascii = (maximum: number) => text(maximum).check(z.regex(/^[\x20-\x7e]*$/, 'expected visible ASCII'));

/** A browser that confirms sends these in its headers. */
export const browser = onceGiven(() =>
  strictObject({
    color_depth: integer(1, 48),
    language: ascii(35),
    screen_height: integer(0, 100_000),
    screen_width: integer(0, 100_000),
    time_zone_offset: integer(-840, 840),
    java_enabled: z._default(z.boolean('expected true or false'), false),
    user_agent: z.exactOptional(ascii(512)),
    accept_header: z.exactOptional(ascii(256)),
  }),
);

/** By their `type`. */
export const paymentMethods = {
  card: cardMethod,
  card_token: cardToken,
  psp_token: pspToken,
  applepay: applePay,
  googlepay: googlePay,
  stored,
} as const;

export const confirmBody = <T extends z.core.SomeType>(payment_method: T) =>
  withoutBlanks(
    strictObject({
      payment_method,
      browser: z.exactOptional(browser),
      return_mode: z.exactOptional(z.enum(returnModes, `expected one of ${returnModes.join(', ')}`)),
    }),
  );

export const confirmSessionBody = confirmBody(
  oneOf(
    paymentMethods,
    'expected an object with type "card", "card_token", "psp_token", "applepay", "googlepay" or "stored"',
  ),
);
