import { defined } from '../../types/defined.ts';
import type { Psp } from '../../types/psp.ts';
import { anyTextAt, parseJson } from '../json.ts';

type Fields = Readonly<Record<string, string>>;

/** `shopper`: who owns the stored details, if the token names the shopper. */
export type PspToken =
  | { readonly kind: 'single_use'; readonly card: Fields }
  | { readonly kind: 'stored'; readonly card: Fields; readonly shopper?: string };

/**
 * An Adyen token, or undefined for any other text. It is one of
 * - the id of stored details (a plain string),
 * - JSON `{"storedPaymentMethodId","shopperReference"?,"encryptedSecurityCode"?}`, if the details belong to a shopper,
 * - JSON `{"encryptedCardNumber","encryptedExpiryMonth","encryptedExpiryYear","encryptedSecurityCode"?,"holderName"?}`, as Adyen's card component
 *   makes it for one payment.
 *
 * It comes from a browser: a request gets only the fields named here, and a token that fits both JSON forms is refused.
 */
export const readToken = (token: string): PspToken | undefined => {
  if (storedId.test(token)) return { kind: 'stored', card: { storedPaymentMethodId: token } };
  const json = parseJson(token);
  const stored = anyTextAt(json, 'storedPaymentMethodId');
  const encrypted = anyTextAt(json, 'encryptedCardNumber');
  if ((stored === undefined) === (encrypted === undefined)) return undefined;
  return stored === undefined ? readEncrypted(json) : readStored(json);
};

export const tokenKind: Psp['tokenKind'] = (token) => readToken(token)?.kind;

const readStored = (json: unknown): PspToken | undefined => {
  const card = fieldsOf(json, { storedPaymentMethodId: storedId }, { encryptedSecurityCode: encryptedText });
  const shopper = fieldsOf(json, {}, { shopperReference: /^[^\p{Cc}]{3,256}$/u });
  if (card === undefined || shopper === undefined) return undefined;
  return {
    kind: 'stored',
    card,
    ...defined({ shopper: shopper.shopperReference }),
  };
};

const readEncrypted = (json: unknown): PspToken | undefined => {
  const card = fieldsOf(
    json,
    {
      encryptedCardNumber: encryptedText,
      encryptedExpiryMonth: encryptedText,
      encryptedExpiryYear: encryptedText,
    },
    { encryptedSecurityCode: encryptedText, holderName: /^[^\p{Cc}]{1,500}$/u },
  );
  return card && { kind: 'single_use', card };
};

/** Ids of stored details have 16 letters and digits; the specification allows up to 64. */
const storedId = /^[A-Za-z0-9]{16,64}$/;

/** Base64 in the parts of a JWE or of Adyen's older format (`adyenjs_0_1_25$…`), or the test platform's `test_…`. */
const encryptedText = /^[\w.+/=$!-]{3,15000}$/;

type Forms = Readonly<Record<string, RegExp>>;

/** The required fields and the optional ones present, each in its form; undefined if a required field is missing or any is malformed. */
const fieldsOf = (json: unknown, required: Forms, optional: Forms): Fields | undefined => {
  const fields: Record<string, string> = {};
  for (const [name, form] of Object.entries({ ...required, ...optional })) {
    const value = anyTextAt(json, name);
    if (value === undefined && !Object.hasOwn(required, name)) continue;
    if (value === undefined || !form.test(value)) return undefined;
    fields[name] = value;
  }
  return fields;
};
