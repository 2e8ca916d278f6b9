import type { Charge, Dispute, Refund } from '../../lib/types/charge.ts';
import { recordFormat } from '../../lib/types/records.ts';
import type { RuleVersion } from '../../lib/types/rule-version.ts';
import type { Session } from '../../lib/types/session.ts';
import { ruleOf } from '../unit/config/arrange-publisher.ts';

/** A new, unpaid session of 25.99 EUR, created in 2100: a store may delete unpaid ones long expired. */
export const sampleSession = (id: string, changes: Partial<Session> = {}): Session => ({
  id,
  v: recordFormat,
  rev: 1,
  write: `create-${id}.1`,
  amount: 2599,
  currency: 'eur',
  capture_method: 'automatic',
  success_url: 'https://shop.example/thanks',
  metadata: {},
  livemode: false,
  created: 4_102_444_800,
  created_ms: (changes.created ?? 4_102_444_800) * 1000,
  expires_at: 4_102_531_200,
  signing_key: 'k1',
  routing: {
    rule: 'default',
    version: 7,
    override: null,
    plan: ['stripe', 'adyen'],
    skipped: [{ psp: 'checkout_com', reason: 'currency_not_supported' }],
    failover: { on: ['issuer_unavailable'], max_attempts: 3, attempt_timeout_ms: 8000 },
  },
  payment_status: 'unpaid',
  charge: null,
  next_action: null,
  last_payment_error: null,
  attempts: [],
  passed_over: [],
  confirms: 0,
  confirmations: [],
  ...changes,
});

/** A captured charge of 40.00 EUR with nothing refunded and nothing open. */
export const sampleCharge = (id: string, changes: Partial<Charge> = {}): Charge => ({
  id,
  v: recordFormat,
  rev: 1,
  write: `create-${id}.1`,
  session: 'cs_00000000000000000000000000',
  psp: 'stripe',
  psp_reference: 'pi_1',
  amount: 4000,
  currency: 'eur',
  capture_method: 'automatic',
  livemode: false,
  status: 'captured',
  outcome: 'captured',
  amount_captured: 4000,
  amount_refundable: 4000,
  amount_refundable_disputed: 4000,
  refunds: {},
  disputes: {},
  created: 1_763_630_000,
  started: 1_763_630_000_123,
  ...changes,
});

/** A refund as it is reserved. */
export const sampleRefund = (id: string, amount: number, changes: Partial<Refund> = {}): Refund => ({
  id,
  rev: 1,
  write: `reserve-${id}.1`,
  amount,
  status: 'pending',
  metadata: {},
  created: 1_763_630_100,
  ...changes,
});

/** A chargeback of 15.00 EUR as it is opened. */
export const sampleDispute = (id: string, changes: Partial<Dispute> = {}): Dispute => ({
  id,
  psp_reference: `psp-${id}`,
  status: 'open',
  stage: 'dispute',
  amount: 1500,
  created: 1_763_630_200,
  ...changes,
});

/** A draft. */
export const sampleVersion = (
  rule: string,
  version: number,
  changes: Partial<RuleVersion> = {},
): RuleVersion => ({
  v: recordFormat,
  rev: 1,
  rule,
  version,
  state: 'draft',
  document: {
    ...ruleOf(version, rule),
    overrides: [{ when: { currency: ['eur'], amount: { gte: 1 } }, targets: [{ psp: 'stripe', weight: 1 }] }],
  },
  author: 'key',
  note: null,
  created: 1,
  replaces: null,
  diff: [{ path: 'overrides', before: null, after: [{ when: {} }] }],
  ...changes,
});
