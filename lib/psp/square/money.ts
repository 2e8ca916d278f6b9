import type { Money } from '../../types/money.ts';
import { at, integerAt, textAt } from '../json.ts';
import { moneyFromWire } from '../money-from-wire.ts';
import { capabilities } from './capabilities.ts';

/** Square's `Money` at a field, in ISO 4217 minor units; undefined if malformed. */
export const moneyAt = (object: unknown, field: string): Money | undefined => {
  const money = at(object, field);
  return moneyFromWire(capabilities.amounts, integerAt(money, 'amount'), textAt(money, 'currency'));
};
