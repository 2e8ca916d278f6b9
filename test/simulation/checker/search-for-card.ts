import { canaries } from '../canaries.ts';
import type { Facts } from './facts.ts';

export const searchForCard = (facts: Facts, record: unknown): void => {
  const text = typeof record === 'string' ? record : JSON.stringify(record);
  if (text.includes(canaries.number) || text.includes(canaries.cvc))
    facts.violate(13, `card data in ${text.slice(0, 200)}`);
};
