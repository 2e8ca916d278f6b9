/** Fields of answers, and filters of lists, that hold what is known of a customer, or what the merchant wrote beside a payment. */
const ofCustomers = new Set(['customer', 'customer_email', 'billing_details', 'shipping', 'metadata']);

/** Text of people, in which an e-mail address may stand. */
const free = new Set(['description', 'note', 'text', 'reference', 'success_url', 'cancel_url']);

const hidden = '•••';

/** The bytes of an answer for somebody who sees no customers' data: each value is there, but cannot be read. */
export const maskCustomer = (body: string): string =>
  JSON.stringify(JSON.parse(body, (name, value) => maskedField(name, value)));

/**
 * Whether a list's parameter would tell what is masked, letter by letter, such as `customer_email[prefix]`. An address may stand in a reference, so the
 * beginning of one is not looked for either.
 */
export const isCustomerFilter = (param: string): boolean =>
  param === 'reference[prefix]' || ofCustomers.has(param.replace(/\[.*$/, ''));

const maskedField = (name: string, value: unknown): unknown => {
  if (ofCustomers.has(name)) return maskedWhole(value);
  return free.has(name) && typeof value === 'string' ? value.replace(address, hidden) : value;
};

const address = /[^\s"'<>(),;/?&=#]+(?:@|%40)[^\s"'<>(),;/?&=#]+/gi;

/** The country stays: statistics are split by it. */
const maskedWhole = (value: unknown): unknown => {
  if (typeof value === 'string') return hidden;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === 'country' ? inner : maskedWhole(inner)]),
  );
};
