import { toWire } from '../types/amount-rules.ts';
import type { Account } from '../types/capabilities.ts';
import type { CardBrand } from '../types/card.ts';
import type { Money } from '../types/money.ts';
import type { SkipReason } from '../types/routing.ts';

/**
 * Why an account cannot take a payment, by its declared capabilities. When a session is created, it is open whether a card or a token will pay, so an
 * account that takes either is not skipped; the confirm skips it if necessary.
 */
export const skipReason = (
  account: Account | undefined,
  money: Money,
  capture_method: 'automatic' | 'manual',
  brand: CardBrand | undefined,
): SkipReason | undefined => {
  if (account === undefined) return 'not_configured';
  const { amounts, capture, card, psp_token, brands } = account.capabilities;
  if (!card && !psp_token) return 'card_not_supported';
  if (capture_method === 'manual' && !capture.manual) return 'manual_capture_not_supported';
  if (brand !== undefined && !brands.includes(brand)) return 'brand_not_supported';
  const wire = toWire(amounts, money);
  return wire.ok ? undefined : wire.reason;
};
