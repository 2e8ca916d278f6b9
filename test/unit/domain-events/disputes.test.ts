import { describe, expect, test } from '@jest/globals';
import { deriveEvents, deriveRows } from '../../../lib/domain-events/derive-events.ts';
import type { Charge, Dispute } from '../../../lib/types/charge.ts';
import type { RecordChange } from '../../../lib/types/record-change.ts';
import { sampleCharge, sampleDispute } from '../../contract/sample-records.ts';

const at = 1_763_630_000_000;
const withDisputes = (rev: number, disputes: Charge['disputes']): Charge =>
  sampleCharge('ch_1', { rev, disputes });
const changed = (before: Charge['disputes'] | undefined, after: Charge['disputes']): RecordChange => ({
  table: 'charges',
  at,
  before: before && withDisputes(4, before),
  after: withDisputes(5, after),
});
const dispute = (changes: Partial<Dispute> = {}) => ({ dp_1: sampleDispute('dp_1', changes) });
const reported = (change: RecordChange): readonly string[] => deriveEvents(change).map(({ type }) => type);

describe('a dispute', () => {
  test.each<[string, RecordChange, readonly string[]]>([
    ['opens', changed({}, dispute()), ['dispute.opened']],
    ['is first heard of when it is lost', changed({}, dispute({ status: 'lost' })), ['dispute.lost']],
    ['stays as it is', changed(dispute(), dispute()), []],
    [
      'stays as it is, by a later report',
      changed(dispute({ as_of: 5, events: ['evt_1'] }), dispute({ as_of: 6, events: ['evt_1', 'evt_2'] })),
      [],
    ],
    ['gets a deadline', changed(dispute(), dispute({ respond_by: 1_764_000_000 })), ['dispute.updated']],
    ['gets a reason', changed(dispute(), dispute({ reason: 'duplicate' })), ['dispute.updated']],
    ['goes on to the next stage', changed(dispute(), dispute({ stage: 'arbitration' })), ['dispute.updated']],
    ['is won', changed(dispute(), dispute({ status: 'won' })), ['dispute.won']],
    ['is lost', changed(dispute(), dispute({ status: 'lost' })), ['dispute.lost']],
    ['is closed', changed(dispute(), dispute({ status: 'closed' })), ['dispute.updated']],
    [
      'opens again at a later stage',
      changed(dispute({ status: 'won' }), dispute({ stage: 'arbitration' })),
      ['dispute.opened'],
    ],
    [
      'moves beside another',
      changed(
        { ...dispute(), dp_2: sampleDispute('dp_2') },
        { ...dispute(), dp_2: sampleDispute('dp_2', { status: 'won' }) },
      ),
      ['dispute.won'],
    ],
  ])('that %s', (_, change, types) => {
    expect(reported(change)).toEqual(types);
    // A batch delivered twice is the same events.
    expect(deriveEvents(change)).toEqual(deriveEvents(change));
  });

  test('is reported thin, and kept as a row that shows it whole', () => {
    const opened = dispute({ reason: 'fraudulent', psp_reason: '10.4', respond_by: 1_764_000_000 });
    const change = changed({}, { dp_1: { ...opened.dp_1, as_of: 5, events: ['evt_1'] } });
    expect(deriveEvents(change)).toMatchObject([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'dispute.opened',
        created: at / 1000,
        livemode: false,
        data: {
          id: 'dp_1',
          object: 'dispute',
          seq: 5,
          status: 'open',
          amount: 1_500,
          currency: 'eur',
          session: withDisputes(5, {}).session,
          charge: 'ch_1',
          psp: 'stripe',
          reason: 'fraudulent',
        },
      },
    ]);
    const rows = deriveRows(change).rows.filter(({ kind }) => kind === 'dispute');
    expect(rows).toMatchObject([
      {
        id: 'dp_1',
        rev: 5,
        created_ms: opened.dp_1.created * 1000,
        facets: { amount: 1_500, currency: 'eur', psp: 'stripe', charge: 'ch_1' },
      },
    ]);
    expect(JSON.parse(rows[0]?.body ?? '')).toEqual({
      dispute: opened.dp_1,
      charge: { id: 'ch_1', currency: 'eur', psp: 'stripe' },
    });
    expect(deriveRows(changed(opened, opened)).rows).toEqual([]);
  });
});
