import type { ExamineAccount } from '../types/examination.ts';
import { examineAdyen } from './adyen/examine-account.ts';
import { examineCheckoutCom } from './checkout_com/examine-account.ts';
import { examinePayPal } from './paypal/examine-account.ts';
import type * as registry from './registry.ts';
import { examineSquare } from './square/examine-account.ts';
import { examineStripe } from './stripe/examine-account.ts';

/** The doctor's checks of each PSP. Separate from the adapters, so that no function bundles them. Does not compile if a registered PSP is missing. */
export const examiners = {
  adyen: examineAdyen,
  checkout_com: examineCheckoutCom,
  paypal: examinePayPal,
  square: examineSquare,
  stripe: examineStripe,
} as const satisfies Readonly<Record<keyof typeof registry, ExamineAccount>>;
