import type { ExamineAccount } from '../types/examination.ts';
import { examineAdyen } from './adyen/account-check.ts';
import { examineCheckoutCom } from './checkout_com/account-check.ts';
import { examinePayPal } from './paypal/account-check.ts';
import type * as registry from './registry.ts';
import { examineSquare } from './square/account-check.ts';
import { examineStripe } from './stripe/account-check.ts';

/** The doctor's checks of each PSP. Separate from the adapters, so that no function bundles them. Does not compile if a registered PSP is missing. */
export const examiners = {
  adyen: examineAdyen,
  checkout_com: examineCheckoutCom,
  paypal: examinePayPal,
  square: examineSquare,
  stripe: examineStripe,
} as const satisfies Readonly<Record<keyof typeof registry, ExamineAccount>>;
