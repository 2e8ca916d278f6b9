import { expect, test } from '@jest/globals';
import { deriveAudit } from '../../../lib/events/derive-audit.ts';
import type { AuditEntry } from '../../../lib/types/audit-entry.ts';
import type { Charge, Decision } from '../../../lib/types/charge.ts';
import type { RecordChange } from '../../../lib/types/record-change.ts';
import type { Session } from '../../../lib/types/session.ts';
import { sampleCharge, sampleRefund, sampleSession } from '../../contract/sample-records.ts';

const at = 1_763_630_000_000;
const write = 'req_1.2';
const operation = { id: 'cp_1', amount: 4000, status: 'open', started: 1, sent: 1, by: 'key_1' } as const;
const decision: Decision = { operation: 'ch_1', outcome: 'failed', note: 'called', by: 'key_1', at: 1 };

const ofCharge = (before: Partial<Charge>, after: Partial<Charge>): RecordChange => ({
  table: 'charges',
  at,
  before: sampleCharge('ch_1', { rev: 4, ...before }),
  after: sampleCharge('ch_1', { rev: 5, write, ...after }),
});
const ofSession = (before: Partial<Session>, after: Partial<Session>): RecordChange => ({
  table: 'sessions',
  at,
  before: sampleSession('cs_1', { rev: 4, ...before }),
  after: sampleSession('cs_1', { rev: 5, write, ...after }),
});
const refund = sampleRefund('re_1', 100, { by: 'key_1', write });

const cases: readonly (readonly [string, RecordChange, readonly string[]])[] = [
  ['a capture is asked for', ofCharge({}, { capture: operation }), ['charge.capture ch_1']],
  ['and ends', ofCharge({ capture: operation }, { capture: { ...operation, status: 'done' } }), []],
  ['a capture by recovery', ofCharge({}, { capture: { ...operation, by: undefined } as never }), []],
  [
    'another capture',
    ofCharge({ capture: operation }, { capture: { ...operation, id: 'cp_2' } }),
    ['charge.capture ch_1'],
  ],
  ['a cancel', ofCharge({}, { cancel: operation }), ['charge.cancel ch_1']],
  ['a refund', ofCharge({}, { refunds: { re_1: refund } }), ['charge.refund re_1']],
  [
    'and its result',
    ofCharge(
      { refunds: { re_1: refund } },
      { refunds: { re_1: { ...refund, status: 'succeeded', rev: 2 } } },
    ),
    [],
  ],
  [
    'a refund elsewhere',
    ofCharge({}, { refunds: { ext_1: sampleRefund('ext_1', 1, { external: true }) } }),
    [],
  ],
  ['a decision', ofCharge({}, { decisions: [decision] }), ['charge.decide ch_1']],
  [
    'a second one',
    ofCharge({ decisions: [decision] }, { decisions: [decision, { ...decision, at: 2 }] }),
    ['charge.decide ch_1'],
  ],
  [
    'a session ended early',
    ofSession({}, { expired_at: 5, expired_by: 'key_1' }),
    ['checkout_session.expire cs_1'],
  ],
  ['a session whose time was over', ofSession({}, { expired_at: 5 }), []],
  ['a payment', ofSession({ payment_status: 'processing' }, { payment_status: 'paid' }), []],
];

const entries = (change: RecordChange): readonly AuditEntry[] =>
  deriveAudit(change).map(({ body }) => JSON.parse(body));

test.each(cases)('%s', (_, change, expected) => {
  const found = entries(change);
  expect(found.map(({ action, target }) => `${action} ${target}`)).toEqual(expected);
  expect(entries(structuredClone(change))).toEqual(found);
  for (const entry of found)
    expect(entry).toEqual({
      id: expect.stringMatching(/^aud_[0-9a-hjkmnp-tv-z]{26}$/),
      object: 'audit_entry',
      actor: { type: 'api_key', id: 'key_1' },
      action: expect.any(String),
      target: expect.any(String),
      request_id: 'req_1',
      created: at / 1000,
    });
});
