/**
 * Records as the release before format 1 wrote them: no `v`, an operation's state told by the charge's status alone, no disputes, and what was
 * observed of a capture without its amount.
 */
export const yesterdaysSession = (id: string, changes: object = {}): object => ({
  id,
  rev: 3,
  write: 'req_1.3',
  amount: 2599,
  currency: 'eur',
  capture_method: 'automatic',
  success_url: 'https://shop.example/thanks',
  metadata: { order: '7', constructor: 'c' },
  livemode: false,
  created: 4_102_444_800,
  expires_at: 4_102_531_200,
  signing_key: 'k1',
  routing: {
    rule: 'default',
    version: 7,
    override: null,
    plan: ['stripe'],
    skipped: [],
    failover: { on: [], max_attempts: 1, attempt_timeout_ms: 8000 },
  },
  payment_status: 'paid',
  charge: 'ch_1',
  next_action: null,
  last_payment_error: null,
  attempts: [{ charge: 'ch_1', psp: 'stripe', outcome: 'captured', started: 1, ended: 2 }],
  passed_over: [],
  confirms: 1,
  confirmations: [],
  ...changes,
});

export const yesterdaysCharge = (id: string, changes: object = {}): object => ({
  id,
  rev: 5,
  write: 'req_1.5',
  session: 'cs_1',
  psp: 'stripe',
  psp_reference: 'pi_1',
  amount: 4000,
  currency: 'eur',
  capture_method: 'manual',
  livemode: false,
  status: 'captured',
  outcome: 'approved',
  amount_captured: 4000,
  amount_refundable: 2500,
  refunds: { re_1: yesterdaysRefund('re_1') },
  created: 1_763_630_000,
  started: 1_763_630_000_123,
  ...changes,
});

export const yesterdaysRefund = (id: string, changes: object = {}): object => ({
  id,
  rev: 2,
  write: `req_2.${id}.2`,
  amount: 1500,
  status: 'pending',
  metadata: { note: 'late', constructor: 'c' },
  created: 1_763_630_100,
  ...changes,
});
