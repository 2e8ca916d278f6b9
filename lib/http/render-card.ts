import type { ChargedCardObject } from '../contract/charged-card.ts';
import type { ChargedCard } from '../types/particulars.ts';

export const renderCard = (card: ChargedCard): ChargedCardObject => ({
  brand: card.brand ?? null,
  bin: card.bin ?? null,
  last4: card.last4 ?? null,
  exp_month: card.exp_month ?? null,
  exp_year: card.exp_year ?? null,
  funding: card.funding ?? null,
  country: card.country ?? null,
});
