/** Fields of responses, and filters of lists, with a customer's data or the merchant's own data about a payment. */
const ofCustomers = new Set(['customer', 'customer_email', 'billing_details', 'shipping', 'metadata']);

/** Free text, which may contain an e-mail address. */
const free = new Set(['description', 'note', 'text', 'reference', 'success_url', 'cancel_url']);

const hidden = '•••';

/** The bytes of a response for a caller who may not see customers' data: each value is present but masked. */
export const maskCustomer = (body: string): string =>
  JSON.stringify(JSON.parse(body, (name, value) => maskedField(name, value)));

/**
 * Whether a list's filter, such as `customer_email[prefix]`, could reveal a masked value letter by letter. A reference may contain an address, so its
 * prefix is included.
 */
export const isCustomerFilter = (param: string): boolean =>
  param === 'reference[prefix]' || ofCustomers.has(param.split('[', 1)[0] ?? '');

const maskedField = (name: string, value: unknown): unknown => {
  if (ofCustomers.has(name)) return maskedWhole(value);
  return free.has(name) && typeof value === 'string' ? withoutAddresses(value) : value;
};

const withoutAddresses = (text: string): string =>
  text.replace(/[^\s"'<>(),;/?&=#]+/g, (word) => (/.(?:@|%40)./i.test(word) ? hidden : word));

/** The country is kept: statistics are split by it. */
const maskedWhole = (value: unknown): unknown => {
  if (typeof value === 'string') return hidden;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === 'country' ? inner : maskedWhole(inner)]),
  );
};
