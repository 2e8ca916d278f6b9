import type { Charge, Refund } from '../../../lib/types/charge.ts';
import type { Session } from '../../../lib/types/session.ts';
import * as records from '../../contract/sample-records.ts';
import { chargeId, sessionId } from './secrets.ts';

export const sampleSession = (changes: Partial<Session> = {}): Session =>
  records.sampleSession(sessionId, {
    created: 1_799_999_000,
    expires_at: 1_800_085_400,
    signing_key: 'k2',
    routing: {
      rule: 'default',
      version: 1,
      override: null,
      plan: ['stripe'],
      skipped: [],
      failover: { on: [], max_attempts: 3, attempt_timeout_ms: 8_000 },
    },
    ...changes,
  });

export const sampleRefund = (changes: Partial<Refund> = {}): Refund =>
  records.sampleRefund(`re_${'3'.repeat(26)}`, 10, { status: 'succeeded', ...changes });

export const sampleCharge = (changes: Partial<Charge> = {}): Charge =>
  records.sampleCharge(chargeId, {
    session: sessionId,
    amount: 2599,
    amount_captured: 2599,
    amount_refundable: 2599,
    amount_refundable_disputed: 2599,
    ...changes,
  });
