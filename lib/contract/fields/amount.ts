import * as z from 'zod/mini';
import { maxAmount } from '../../types/money.ts';

export const amount = z
  .int(`expected an integer from 1 to ${maxAmount}, in the currency's minor unit`)
  .check(
    z.minimum(1, `expected an integer from 1 to ${maxAmount}, in the currency's minor unit`),
    z.maximum(maxAmount, `expected an integer from 1 to ${maxAmount}, in the currency's minor unit`),
  );
