import { statsQuery } from '../../../lib/contract/filters/stats-query.ts';
import type { OperationText } from './operation-text.ts';

export const statsOperations = {
  retrieveStats: {
    tag: 'Numbers',
    summary: 'Retrieve numbers',
    description:
      'Attempts, approval, latency and money of a time, counted in the hour in which they happened: an attempt when its outcome became known, money when it moved. Full UTC hours are counted: a query covers those that it touches, and a day is cut at the first full UTC hour of its date in `time_zone`. A part without a count has no row. Rows come by time, then PSP, then currency.',
    query: {
      schema: statsQuery,
      descriptions: {
        from: 'The begin, in Unix seconds.',
        to: 'The end, in Unix seconds: at most 7 days later by hour, 92 by day.',
        interval: 'The length of a row’s time.',
        time_zone: 'Where days begin: a name of the IANA time zone database.',
        by: 'What to split the numbers by: `psp`, `currency`, and at most one of `brand`, `country` and `outcome`, with commas between them. Without it a row is everything.',
      },
    },
    answers: ['Stats'],
    errors: ['parameter_invalid', 'parameter_unknown'],
  },
} as const satisfies Readonly<Record<string, OperationText>>;
