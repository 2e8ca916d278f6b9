import { type Capabilities, takesDescriptor } from '../types/capabilities.ts';
import type { PaymentDetails } from '../types/payment-details.ts';

/**
 * The merchant's metadata as JSON, for a single metadata key at the PSP. Undefined if there is none, or if it is too long for the PSP: cut JSON would
 * not be JSON.
 */
export const metadataText = ({ metadata }: PaymentDetails, max_length: number): string | undefined => {
  const text = metadata && JSON.stringify(metadata);
  return text !== undefined && text.length <= max_length ? text : undefined;
};

/** The order and its description, for people, cut to the length the PSP accepts. */
export const orderText = (
  { order, description }: PaymentDetails,
  max_length: number,
  cutTo = cut,
): string | undefined => {
  const text = [order, description].filter((part) => part !== undefined).join(': ');
  return text === '' ? undefined : cutTo(text, max_length);
};

/** The merchant's descriptor, if this PSP accepts it. */
export const descriptorText = (
  { statement_descriptor }: Pick<Capabilities, 'statement_descriptor'>,
  { statement_descriptor: text }: PaymentDetails,
): string | undefined =>
  text !== undefined && takesDescriptor(statement_descriptor, text) ? text : undefined;

/** A telephone number with its country code and only digits after the plus, without the `(0)` for calls within the country; undefined for any other. */
export const internationalPhone = (phone: string | undefined): string | undefined => {
  const digits = phone?.replace(/\(0\)|[\s().-]/g, '');
  return digits !== undefined && /^\+[1-9]\d{7,14}$/.test(digits) ? digits : undefined;
};

/**
 * An email address in the form all PSPs accept: words of plain letters, digits and signs with dots between, at a domain with a dot. Undefined for any
 * other: no payment needs it.
 */
export const plainEmail = (email: string | undefined): string | undefined => {
  if (email === undefined || email.length > 254 || email.indexOf('@') > 64) return undefined;
  return emailForm.test(email) ? email : undefined;
};

const emailForm =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/i;

/** Never cuts a character in half. */
export const cut = (text: string, max_length: number): string =>
  text.length <= max_length ? text : text.slice(0, max_length).replace(/[\ud800-\udbff]$/, '');

/** The same for a length in UTF-8 bytes: as a stream, the decoder waits for the rest of the last character. */
export const cutBytes = (text: string, max_bytes: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, max_bytes), { stream: true });
