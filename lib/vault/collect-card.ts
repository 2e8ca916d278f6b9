import { ApiError } from '../types/api-error.ts';
import type { CardNetwork } from '../types/card.ts';
import { hasExpired } from '../types/card-expiry.ts';
import { brandOf, mayBear, passesLuhn, shownDigits } from '../types/card-number.ts';
import { type Receipt, signReceipt } from '../vault-protocol/receipt.ts';
import { admitCard, giveBackOnError, session_s } from './admit-card.ts';
import { cvcKept_s, isCvc } from './cvc.ts';
import { grantedSession } from './granted-session.ts';
import { nonceLength, seal } from './seal.ts';
import type { CollectPorts } from './vault-ports.ts';

/** As the browser sends it. */
export type GivenCard = {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string;
  readonly name?: string;
  readonly network?: CardNetwork;
};

export type Collected = { readonly token: string; readonly receipt: string };

/**
 * Accepts a card under the router's grant (undefined: the caller sent none), and signs a receipt with what the router may know about it. Nothing in
 * the receipt shows that two cards have the same number. Throws `token_missing`, `token_invalid`, `parameter_invalid`, `too_many_attempts` or
 * `too_many_requests`; then no card is stored.
 */
export const collectCard = async (
  ports: CollectPorts,
  signed: string | undefined,
  given: GivenCard,
): Promise<Collected> => {
  const { deployment, clock, random } = ports;
  const now = clock.now();
  const session = grantedSession(ports, signed, now);
  check(given, now);
  const { receipt_key, fingerprint_key } = await ports.secrets();
  await admitCard(ports, fingerprint_key, { ...given, session, now });
  const token = ports.newId('vt');
  const bound = { ...deployment, token };
  const created = Math.floor(now / 1000);
  await giveBackOnError(ports, { session, now }, async () => {
    const { plain, wrapped } = await ports.keys.make(bound);
    const number = seal(plain, random(nonceLength), given.number, { ...bound, field: 'number' });
    const cvc = seal(plain, random(nonceLength), given.cvc, { ...bound, field: 'cvc' });
    plain.fill(0);
    await ports.cards.add(
      { token, session, wrapped, number },
      { token, cvc, ends: created + cvcKept_s },
      created + session_s,
    );
  });
  ports.log({ event: 'vault_collected', token, session });
  return { token, receipt: signReceipt({ ...bound, session, created, ...shown(given) }, receipt_key) };
};

/** Checks what the schema cannot, and the number again: nothing but a card number may ever reach a PSP as one. */
const check = (card: GivenCard, now: number): void => {
  if (!/^\d{12,19}$/.test(card.number) || !passesLuhn(card.number))
    throw wrong('number', 'a card number of 12 to 19 digits with a valid check digit');
  if (!isCvc(card.cvc)) throw wrong('cvc', '3 or 4 digits');
  if (hasExpired(card, now)) throw wrong('exp_year', 'a card that has not expired');
  if (card.network !== undefined && !mayBear(brandOf(card.number), card.network))
    throw wrong('network', "a network of this card's number");
};

const wrong = (field: string, expected: string): ApiError =>
  new ApiError('parameter_invalid', `card.${field}: expected ${expected}.`, { param: `card.${field}` });

/** The part that may leave the vault. */
const shown = ({
  number,
  cvc: _,
  ...rest
}: GivenCard): Omit<GivenCard, 'number' | 'cvc'> & Pick<Receipt, 'bin' | 'last4' | 'brand'> => {
  const brand = brandOf(number);
  return { ...rest, ...shownDigits(number), ...(brand && { brand }) };
};
