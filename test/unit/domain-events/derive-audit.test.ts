import { expect, test } from '@jest/globals';
import { deriveAudit } from '../../../lib/domain-events/derive-audit.ts';
import type { ApiKey } from '../../../lib/types/api-key.ts';
import type { AuditEntry } from '../../../lib/types/audit-entry.ts';
import type { Charge, Decision } from '../../../lib/types/charge.ts';
import type { RecordChange } from '../../../lib/types/record-change.ts';
import type { RolloutCause } from '../../../lib/types/rollout.ts';
import type { RuleVersion } from '../../../lib/types/rule-version.ts';
import type { Session } from '../../../lib/types/session.ts';
import type { Step } from '../../../lib/types/step.ts';
import { sampleCharge, sampleRefund, sampleSession, sampleVersion } from '../../contract/sample-records.ts';

const at = 1_763_630_000_000;
const write = 'req_1.2';
const operation = { id: 'cp_1', amount: 4000, status: 'open', started: 1, sent: 1, by: 'key_1' } as const;
const decision: Decision = { operation: 'ch_1', outcome: 'failed', note: 'called', by: 'key_1', at: 1 };
const remembered = { key: 'k', hash: 'h', view: 'full' } as const;

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
const draft = sampleVersion('default', 7, { author: 'key_1', request_id: 'req_1', state: 'draft' });
const onItsWay = { ...draft, open_since: 5 };
const ofRule = (before: RuleVersion | undefined, after: RuleVersion): RecordChange => ({
  table: 'rules',
  livemode: true,
  at,
  before,
  after: { ...after, rev: (before?.rev ?? 0) + 1 },
});
const rolledOut = (percent: number, by: string | null, cause: RolloutCause = 'asked'): RuleVersion => ({
  ...draft,
  state: 'published',
  rollout: {
    percent,
    salt: 'default/7',
    steps: [],
    since: 1,
    changed: { to: percent, cause, by, request_id: 'req_1', at: percent },
  },
});
const approved = { by: 'key_1', at: 1, request_id: 'req_1' };
const refund = sampleRefund('re_1', 100, { by: 'key_1', write });

const asked = (by: string, at_ms: number): Step => ({ at_ms, what: 'asked', by });

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
  ['a refresh', ofCharge({}, { steps: [asked('key_1', 1)] }), ['charge.refresh ch_1']],
  [
    'another refresh',
    ofCharge({ steps: [asked('key_1', 1)] }, { steps: [asked('key_1', 1), asked('key_1', 2)] }),
    ['charge.refresh ch_1'],
  ],
  [
    'what a refresh has learned',
    ofCharge({ steps: [asked('key_1', 1)] }, { steps: [{ ...asked('key_1', 1), code: 'captured' }] }),
    [],
  ],
  ['a look of recovery', ofCharge({}, { steps: [asked('recovery', 1)] }), []],
  [
    'a second one',
    ofCharge({ decisions: [decision] }, { decisions: [decision, { ...decision, at: 2 }] }),
    ['charge.decide ch_1'],
  ],
  [
    'the answer to one',
    ofCharge(
      { decisions: [{ ...decision, remembered }] },
      { decisions: [{ ...decision, remembered: { ...remembered, answer: { status: 200, body: '{}' } } }] },
    ),
    [],
  ],
  [
    'a session ended early',
    ofSession({}, { expired_at: 5, expired_by: 'key_1' }),
    ['checkout_session.expire cs_1'],
  ],
  ['a session whose time was over', ofSession({}, { expired_at: 5 }), []],
  ['a version on its way', ofRule(undefined, onItsWay), []],
  ['in force', ofRule(onItsWay, { ...onItsWay, state: 'published' }), ['routing_rule.publish default']],
  ['final', ofRule({ ...onItsWay, state: 'published' }, { ...draft, state: 'published' }), []],
  ['replaced', ofRule({ ...draft, state: 'published' }, { ...draft, state: 'superseded' }), []],
  ['never in force', ofRule(onItsWay, { ...draft, state: 'rolled_back' }), []],
  [
    'an earlier one again',
    ofRule({ ...onItsWay, rollback: true }, { ...draft, rollback: true, state: 'published' }),
    ['routing_rule.roll_back default'],
  ],
  [
    'gone',
    ofRule({ ...onItsWay, document: null }, { ...draft, document: null, state: 'published' }),
    ['routing_rule.delete default'],
  ],
  ['a draft', ofRule(undefined, draft), ['routing_rule.draft default']],
  [
    'approved and in force',
    ofRule(
      { ...onItsWay, author: 'key_2', approved },
      { ...draft, author: 'key_2', approved, state: 'published' },
    ),
    ['routing_rule.approve default'],
  ],
  [
    'a share that is asked for',
    ofRule(rolledOut(10, 'key_2'), rolledOut(50, 'key_1')),
    ['routing_rule.roll_out default'],
  ],
  ['a look at it', ofRule(rolledOut(10, 'key_1'), rolledOut(10, 'key_1')), []],
  ['what AppConfig reverts', ofRule(rolledOut(50, 'key_1'), rolledOut(10, null, 'reverted')), []],
  ['from before versions', ofRule(undefined, { ...draft, author: null, state: 'published' }), []],
  ['a payment', ofSession({ payment_status: 'processing' }, { payment_status: 'paid' }), []],
];

const key: ApiKey = {
  hash: 'a'.repeat(64),
  name: 'shop',
  scopes: ['checkout:write'],
  livemode: true,
  last4: 'abcd',
  created: 1,
};
const ann = { type: 'user', id: 'arn:aws:sts::1:assumed-role/Admin/ann' } as const;

test.each<[string, ApiKey | undefined, ApiKey, readonly object[]]>([
  ['a key', undefined, { ...key, created_by: ann }, [{ actor: ann, action: 'api_key.create' }]],
  [
    'a key that was revoked',
    key,
    { ...key, revoked_at: 5, revoked_by: ann },
    [{ actor: ann, action: 'api_key.revoke' }],
  ],
  [
    'a key that a call made',
    undefined,
    { ...key, id: 'key_1', created_by: { type: 'api_key', id: 'key_2' }, request_id: 'req_1' },
    [
      {
        actor: { type: 'api_key', id: 'key_2' },
        action: 'api_key.create',
        target: 'key_1',
        request_id: 'req_1',
      },
    ],
  ],
  [
    'a secret that replaces another is no new key',
    undefined,
    {
      ...key,
      created_by: ann,
      rotated_at: 4,
      rotated_by: { type: 'api_key', id: 'key_2' },
      request_id: 'req_1',
    },
    [{ actor: { type: 'api_key', id: 'key_2' }, action: 'api_key.rotate', request_id: 'req_1' }],
  ],
  ['a secret that was replaced', key, { ...key, ends_at: 5 }, []],
  ['a replaced one that ends earlier', { ...key, ends_at: 5 }, { ...key, ends_at: 4 }, []],
  [
    'a replaced one that is revoked with its key',
    { ...key, ends_at: 5 },
    { ...key, ends_at: 5, revoked_at: 4, revoked_by: ann },
    [],
  ],
  [
    'a key that a call revoked',
    { ...key, request_id: 'req_1' },
    { ...key, request_id: 'req_1', revoked_at: 5, revoked_by: ann, revoking_request_id: 'req_2' },
    [{ actor: ann, action: 'api_key.revoke', request_id: 'req_2' }],
  ],
  ['nothing new of it', { ...key, revoked_at: 5 }, { ...key, revoked_at: 5 }, []],
  [
    'one that somebody wrote by hand',
    undefined,
    key,
    [{ actor: { type: 'user', id: 'unknown' }, action: 'api_key.create' }],
  ],
])('%s', (_, before, after, expected) => {
  const found = entries({ table: 'api_keys', at, before, after });
  expect(found).toHaveLength(expected.length);
  expect(found).toMatchObject(
    expected.map((entry) => ({ target: `key_${'a'.repeat(12)}`, request_id: null, ...entry })),
  );
});

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

test('a step or a guard is an act of the timer', () => {
  for (const cause of ['step', 'guard'] as const) {
    const { rollout, ...version } = rolledOut(20, null, cause);
    const { request_id: _, ...changed } = rollout?.changed ?? { to: 0, cause, by: null, at: 0 };
    const after = { ...version, ...(rollout && { rollout: { ...rollout, changed } }) };
    expect(entries(ofRule(rolledOut(10, 'key_1'), after))).toMatchObject([
      {
        actor: { type: 'system', id: 'settle-rule-versions' },
        action: 'routing_rule.roll_out',
        target: 'default',
        request_id: null,
      },
    ]);
  }
});

test.each([
  ['capture', ofCharge({}, { capture: { ...operation, by: 'ada@example.com' } })],
  ['refund', ofCharge({}, { refunds: { re_1: { ...refund, by: 'ada@example.com' } } })],
  ['decision', ofCharge({}, { decisions: [{ ...decision, by: 'ada@example.com' }] })],
  ['expiry', ofSession({}, { expired_by: 'ada@example.com' })],
  ['draft', ofRule(undefined, { ...draft, author: 'ada@example.com' })],
])('a %s of a person names the person', (_, change) => {
  const actors = deriveAudit(change).map(({ body }) => (JSON.parse(body) as AuditEntry).actor);
  expect(actors).toEqual([{ type: 'user', id: 'ada@example.com' }]);
});
