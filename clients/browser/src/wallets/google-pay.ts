import type { WalletOffer } from '../protocol.ts';
import type { GooglePayOptions } from '../wallet-types.ts';
import { accountsFor } from './accounts-for.ts';
import type { IsReadyToPayRequest, PaymentDataRequest } from './google-pay-api.ts';
import { loadGooglePay } from './load-google-pay.ts';
import type { PaymentLock } from './payment-lock.ts';

/** Google's own button; undefined if the merchant has not set it up for this PSP, or this browser, customer or amount cannot pay with it. */
export const googlePay = async (
  options: GooglePayOptions,
  offer: WalletOffer,
  lock: PaymentLock,
  buttonColor: string,
): Promise<HTMLElement | undefined> => {
  const { environment, merchantId, merchantName, country, networks, psps } = options;
  const gateway = Object.hasOwn(psps, offer.psp) ? psps[offer.psp] : undefined;
  const totalPrice = priceOf(offer.total);
  if (!gateway || totalPrice === undefined) return undefined;

  const card = {
    type: 'CARD',
    parameters: { allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'], allowedCardNetworks: networks },
  } as const;
  const ready: IsReadyToPayRequest = { apiVersion: 2, apiVersionMinor: 0, allowedPaymentMethods: [card] };
  const request: PaymentDataRequest = {
    ...ready,
    allowedPaymentMethods: [
      { ...card, tokenizationSpecification: { type: 'PAYMENT_GATEWAY', parameters: gateway } },
    ],
    merchantInfo: { ...(merchantId && { merchantId }), ...(merchantName && { merchantName }) },
    transactionInfo: {
      countryCode: country,
      currencyCode: offer.currency,
      totalPrice,
      totalPriceStatus: 'FINAL',
      checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE',
    },
  };
  const { PaymentsClient } = await loadGooglePay();
  const accounts = accountsFor(offer.psp, sharing(gateway, psps));
  const client = new PaymentsClient({ environment });
  if (!(await client.isReadyToPay(ready)).result) return undefined;

  /** Must be called in the click itself, or the browser blocks the sheet. */
  const askForToken = async (): Promise<string> =>
    (await client.loadPaymentData(request)).paymentMethodData.tokenizationData.token;
  const pay = (): void => {
    if (!lock.take()) return;
    askForToken().then(
      (token) => lock.pay({ type: 'googlepay', token, psps: accounts }),
      (error) => {
        if (error?.statusCode !== 'CANCELED') console.error('Google Pay did not open:', error);
        lock.cancel('googlepay', String(error?.statusCode ?? 'INTERNAL_ERROR'));
      },
    );
  };
  return client.createButton({ onClick: pay, buttonColor, buttonSizeMode: 'fill' });
};

/** Google accepts no third decimal: undefined for an amount that needs one. */
const priceOf = (total: string): string | undefined => /^\d+(?:\.\d\d)?(?=0?$)/.exec(total)?.[0];

/** Every account whose gateway can decrypt a token for this one. */
const sharing = (gateway: Readonly<Record<string, string>>, psps: GooglePayOptions['psps']) => {
  const text = (parameters: Readonly<Record<string, string>>) =>
    JSON.stringify(Object.entries(parameters).sort());
  return Object.keys(psps).filter((psp) => text(psps[psp] ?? {}) === text(gateway));
};
