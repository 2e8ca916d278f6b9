import { listAttributes } from '../../lib/storage/list-keys.ts';

const failover =
  '{"M":{"on":{"L":[{"S":"psp_unavailable"},{"S":"rate_limited"},{"S":"issuer_unavailable"},{"S":"processor_error"}]},"max_attempts":{"N":"3"},"attempt_timeout_ms":{"N":"8000"}}}';

const text = (value: string): string => `{"S":"${value}"}`;

/** When the newest was created. Unix milliseconds. */
const newest = 1_795_171_949_000;

/** The keys of a record in its list. `age`: how many were created after it, one every 20 ms. */
const listed = (id: string, age: number): string =>
  Object.entries(listAttributes(id, newest - age * 20))
    .map(([name, value]) => `"${name}":${text(value)}`)
    .join();

/** A paid session as stored in its table, in DynamoDB's JSON. */
export const storedSession = (id: string, charge: string, age: number): string =>
  `{"id":${text(id)},${listed(id, age)},"v":{"N":"1"},"amount":{"N":"2599"},"currency":{"S":"eur"},"success_url":{"S":"https://shop.example/thanks"},"capture_method":{"S":"automatic"},"metadata":{"L":[]},"livemode":{"BOOL":false},"signing_key":{"S":"k1"},"rev":{"N":"3"},"write":{"S":"req_00000000000000000000000000.3"},"created":{"N":"1795171949"},"expires_at":{"N":"1795258349"},"routing":{"M":{"override":{"NULL":true},"plan":{"L":[{"S":"stripe"}]},"skipped":{"L":[]},"draw":{"L":[{"L":[{"S":"stripe"},{"N":"1"}]}]},"rule":{"S":"bench"},"version":{"N":"2"},"failover":${failover}}},"payment_status":{"S":"paid"},"charge":${text(charge)},"next_action":{"NULL":true},"last_payment_error":{"NULL":true},"attempts":{"L":[{"M":{"charge":${text(charge)},"psp":{"S":"stripe"},"outcome":{"S":"captured"},"started":{"N":"1795171949000"},"ended":{"N":"1795171949009"}}}]},"passed_over":{"L":[]},"confirms":{"N":"1"},"confirmations":{"L":[]}}`;

/** The charge that paid it. */
export const storedCharge = (id: string, session: string, age: number): string =>
  `{"id":${text(id)},${listed(id, age)},"reference_at_psp":${text(`pi_${age}`)},"v":{"N":"1"},"rev":{"N":"2"},"write":{"S":"req_00000000000000000000000000.2"},"session":${text(session)},"psp":{"S":"stripe"},"psp_reference":{"S":"pi_000000000000000000000000"},"amount":{"N":"2599"},"currency":{"S":"eur"},"capture_method":{"S":"automatic"},"livemode":{"BOOL":false},"status":{"S":"captured"},"outcome":{"S":"captured"},"amount_captured":{"N":"2599"},"amount_refundable":{"N":"2599"},"amount_refundable_disputed":{"N":"2599"},"refunds":{"M":{}},"disputes":{"M":{}},"created":{"N":"1795171949"},"started":{"N":"1795171949000"},"card_fingerprint":{"S":"0000000000000000000000000000000000000000000"}}`;
