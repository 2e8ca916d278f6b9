import { createExportBody } from '../../../lib/contract/bodies/create-export-body.ts';
import type { OperationText } from './operation-text.ts';

export const exportOperations = {
  createExport: {
    tag: 'Exports',
    summary: 'Request an export',
    description:
      'Begins a file of everything that was created in a time, or, with `movements`, of the money that moved in it. Columns are named as the fields of the API, rows come oldest first, and times are in RFC 3339. Amounts are in minor units and never negative: `type` says which way the money went. There is no customer’s name, address or e-mail in it. A text of a CSV file that a spreadsheet would take for a formula begins with an apostrophe.',
    body: {
      name: 'CreateExport',
      schema: createExportBody,
      descriptions: {
        '': 'What an export is about.',
        what: '`charges`, `refunds` and `disputes` list what was created in the time, as it is now. `movements` lists money when it became known that it moved: `capture`, `refund`, and `dispute` (taken for a dispute or chargeback, not for an inquiry); `capture_failed`, `refund_failed` and `dispute_reversed` each take back one of these. Money that arrived too late and went back is in none.',
        from: 'The begin, in Unix seconds.',
        to: 'The end, in Unix seconds, which is not part of it: at most 31 days later.',
        time_zone:
          'The zone of the times in the file: a name of the IANA time zone database, UTC by default.',
        format: '`csv`, the default, with a header; or `json`, an array with an object for each row.',
      },
    },
    answers: ['Export'],
    errors: [],
  },
  retrieveExport: {
    tag: 'Exports',
    summary: 'Retrieve an export',
    description: 'How far it is, and a new link to its file once it is whole. Its file is kept for 7 days.',
    path: { id: 'The id of the export.' },
    answers: ['Export'],
    errors: ['resource_missing'],
  },
} as const satisfies Readonly<Record<string, OperationText>>;
