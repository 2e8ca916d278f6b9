/**
 * Where the payment is in the PSP's own dashboard; undefined where none is known. The addresses are those that public connectors of each PSP link to, not
 * tried with an account.
 */
export const pspDashboard = (account: string, reference: string, livemode: boolean): string | undefined => {
  const id = encodeURIComponent(reference);
  const [, psp = ''] = /^(stripe|adyen|checkout_com|paypal|square)/.exec(account) ?? [];
  return dashboards[psp]?.(id, livemode);
};

const dashboards: Readonly<Record<string, (id: string, livemode: boolean) => string>> = {
  stripe: (id, livemode) => `https://dashboard.stripe.com/${livemode ? '' : 'test/'}payments/${id}`,
  adyen: (id, livemode) =>
    `https://ca-${livemode ? 'live' : 'test'}.adyen.com/ca/ca/accounts/showTx.shtml?txType=Payment&pspReference=${id}`,
  checkout_com: (id, livemode) =>
    `https://dashboard.${livemode ? '' : 'sandbox.'}checkout.com/payments/all-payments/payment/${id}`,
  paypal: (id, livemode) => `https://www.${livemode ? '' : 'sandbox.'}paypal.com/activity/payment/${id}`,
  square: (id, livemode) =>
    `https://${livemode ? 'squareup.com' : 'squareupsandbox.com'}/dashboard/sales/transactions/${id}`,
};
