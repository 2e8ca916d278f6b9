import type { WalletOffer } from '../protocol.ts';
import type { ConfirmResult } from '../types.ts';
import type { ApplePayOptions } from '../wallet-types.ts';
import { accountsFor } from './accounts-for.ts';
import { appleButton } from './apple-button.ts';
import type { ApplePayPaymentRequest } from './apple-pay-session.ts';
import type { PaymentLock } from './payment-lock.ts';

/** Apple waits 30 seconds for an answer and then says that the payment was not completed, although the outcome is unknown. */
const sheet_ms = 25_000;

/** Apple's own button; undefined if the merchant has not set it up for this PSP, or this browser or device cannot pay with it. */
export const applePay = (
  options: ApplePayOptions,
  offer: WalletOffer,
  lock: PaymentLock,
  buttonColor: string,
): HTMLElement | undefined => {
  const { version, country, label, networks, merchantCapabilities, psps, validateMerchant } = options;
  const { ApplePaySession } = window;
  if (!psps.includes(offer.psp) || !ApplePaySession) return undefined;
  if (!ApplePaySession.supportsVersion(version) || !ApplePaySession.canMakePayments()) return undefined;

  const total = { label, amount: offer.total, type: 'final' } as const;
  const request: ApplePayPaymentRequest = {
    countryCode: country,
    currencyCode: offer.currency,
    merchantCapabilities,
    supportedNetworks: networks,
    total,
  };
  const open = (): void => {
    const sheet = new ApplePaySession(version, request);
    let state: 'open' | 'paying' | 'answered' | 'closed' = 'open';
    /** Once something was sent, closing the sheet cancels nothing. */
    const cancel = (code: string): void => {
      if (state !== 'open') return;
      state = 'closed';
      lock.cancel('applepay', code);
    };
    const answer = (status: number): void => {
      state = 'answered';
      try {
        sheet.completePayment({ status });
      } catch {
        // The customer has closed the sheet. The result has the payment's outcome.
      }
    };
    sheet.onvalidatemerchant = async ({ validationURL }) => {
      try {
        sheet.completeMerchantValidation(await validateMerchant(validationURL));
      } catch (error) {
        if (state !== 'open') return;
        console.error('Apple Pay: the merchant was not validated:', error);
        sheet.abort();
        cancel('MERCHANT_NOT_VALIDATED');
      }
    };
    sheet.onpaymentmethodselected = () => sheet.completePaymentMethodSelection({ newTotal: total });
    sheet.onpaymentauthorized = async ({ payment }) => {
      // After a failure, the sheet stays open, and the customer may choose another card in it.
      if (state === 'answered' && !lock.take()) return answer(ApplePaySession.STATUS_FAILURE);
      if (state === 'paying' || state === 'closed') return;
      state = 'paying';
      const token = JSON.stringify(payment.token.paymentData);
      const result = lock.pay({ type: 'applepay', token, psps: accountsFor(offer.psp, psps) });
      const failed = await Promise.race([result.then(isDefiniteNo), afterwards(sheet_ms)]);
      answer(failed ? ApplePaySession.STATUS_FAILURE : ApplePaySession.STATUS_SUCCESS);
    };
    sheet.oncancel = () => cancel('CANCELED');
    sheet.begin();
  };
  return appleButton(buttonColor, () => {
    if (!lock.take()) return;
    try {
      open();
    } catch (error) {
      console.error('Apple Pay did not open:', error);
      lock.cancel('applepay', 'NOT_OPENED');
    }
  });
};

/** The sheet can only say success or failure. An unknown outcome is never shown as a failure: the customer would pay again. */
const isDefiniteNo = (result: ConfirmResult | undefined): boolean =>
  !result || ['declined', 'refused', 'canceled', 'incomplete'].includes(result.status);

const afterwards = (milliseconds: number): Promise<false> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, false));
