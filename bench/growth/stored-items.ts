import { listAttributes } from '../../lib/storage/list-keys.ts';
import { valueAttributes } from '../../lib/storage/value-keys.ts';

const failover =
  '{"M":{"on":{"L":[{"S":"psp_unavailable"},{"S":"rate_limited"},{"S":"issuer_unavailable"},{"S":"processor_error"}]},"max_attempts":{"N":"3"},"attempt_timeout_ms":{"N":"8000"}}}';

const text = (value: string): string => `{"S":"${value}"}`;

/** When the newest was created. Unix milliseconds. */
const newest = 1_795_171_949_000;

/** Every how many records share what they are searched by: twenty of a thousand are a whole page. */
const names = 50;

/** What a record is searched by: equal for one in fifty. `age`: how many were created after it, one every 20 ms. */
const nameOf = (age: number): string => String(age % names).padStart(4, '0');

const written = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => `"${name}":${JSON.stringify({ S: value })}`)
    .join();

const timeOf = (age: number): number => newest - age * 20;

/** The keys of a record in its list. */
const listed = (id: string, age: number): string => written(listAttributes(id, timeOf(age)));

/** What a session is searched by, with the keys of its lists. */
const searched = (id: string, age: number): string => {
  const reference = `ORD-${nameOf(age)}-${age}`;
  const customer_email = `buyer.${nameOf(age)}@example.com`;
  const by = { id, at: timeOf(age) };
  return written({
    reference,
    customer_email,
    ...valueAttributes('reference', reference, by),
    ...valueAttributes('email', customer_email, by),
  });
};

/** A paid session as stored in its table, in DynamoDB's JSON. */
export const storedSession = (id: string, charge: string, age: number): string =>
  `{"id":${text(id)},${listed(id, age)},${searched(id, age)},"v":{"N":"1"},"amount":{"N":"2599"},"currency":{"S":"eur"},"success_url":{"S":"https://shop.example/thanks"},"capture_method":{"S":"automatic"},"metadata":{"L":[]},"livemode":{"BOOL":false},"signing_key":{"S":"k1"},"rev":{"N":"3"},"write":{"S":"req_00000000000000000000000000.3"},"created":{"N":"1795171949"},"expires_at":{"N":"1795258349"},"routing":{"M":{"override":{"NULL":true},"plan":{"L":[{"S":"stripe"}]},"skipped":{"L":[]},"draw":{"L":[{"L":[{"S":"stripe"},{"N":"1"}]}]},"rule":{"S":"bench"},"version":{"N":"2"},"failover":${failover}}},"payment_status":{"S":"paid"},"charge":${text(charge)},"next_action":{"NULL":true},"last_payment_error":{"NULL":true},"attempts":{"L":[{"M":{"charge":${text(charge)},"psp":{"S":"stripe"},"outcome":{"S":"captured"},"started":{"N":"1795171949000"},"ended":{"N":"1795171949009"}}}]},"passed_over":{"L":[]},"confirms":{"N":"1"},"confirmations":{"L":[]}}`;

/** The charge that paid it. */
export const storedCharge = (id: string, session: string, age: number): string =>
  `{"id":${text(id)},${listed(id, age)},"reference_at_psp":${text(`pi_${age}`)},"last4":${text(nameOf(age))},"particulars":{"M":{"card":{"M":{"brand":{"S":"visa"},"last4":${text(nameOf(age))}}}}},"v":{"N":"1"},"rev":{"N":"2"},"write":{"S":"req_00000000000000000000000000.2"},"session":${text(session)},"psp":{"S":"stripe"},"psp_reference":${text(`pi_${age}`)},"amount":{"N":"2599"},"currency":{"S":"eur"},"capture_method":{"S":"automatic"},"livemode":{"BOOL":false},"status":{"S":"captured"},"outcome":{"S":"captured"},"amount_captured":{"N":"2599"},"amount_refundable":{"N":"2599"},"amount_refundable_disputed":{"N":"2599"},"refunds":{"M":{}},"disputes":{"M":{}},"created":{"N":"1795171949"},"started":{"N":"1795171949000"},"card_fingerprint":{"S":"0000000000000000000000000000000000000000000"}}`;
