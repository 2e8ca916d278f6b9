const names: Readonly<Record<string, string>> = { checkout_com: 'Checkout.com', paypal: 'PayPal' };

/** `Stripe` of `stripe`; the id itself where an account has a name of its own. */
export const pspName = (id: string): string =>
  names[id] ?? (/^[a-z]+$/.test(id) ? id.charAt(0).toUpperCase() + id.slice(1) : id);
