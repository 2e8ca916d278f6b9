import { Duration, type Stack } from 'aws-cdk-lib';
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type IFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { deliveryOf, type TableId } from '../../lib/storage/tables.ts';
import type { Foundation } from '../data/foundation.ts';
import type { PaymentFunction } from '../lambda/payment-function.ts';

/** The stream itself keeps a record for 24 hours, and tells nobody what it drops. */
const oldest = Duration.hours(23);

/**
 * Delivers the streams of `record-events` to it, in order for each item, from the first record on. A failed record is retried until it succeeds or is
 * `oldest`; `deadLetters` then gets its position, but none of its content.
 */
export const eventStreams = (
  stack: Stack,
  record: PaymentFunction,
  tables: Foundation['tables'],
  deadLetters: Queue,
): void => {
  for (const id of record.needs.streams ?? []) {
    const { window_s, stream_of } = deliveryOf(id);
    new EventSourceMapping(stack, `${id}-stream`, {
      target: record.live as IFunction,
      eventSourceArn: streamOf(tables, id),
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      maxBatchingWindow: Duration.seconds(1),
      parallelizationFactor: 1,
      ...(window_s !== undefined && { tumblingWindow: Duration.seconds(window_s) }),
      ...(stream_of !== undefined && { filters: [onlyWith(stream_of)] }),
      maxRecordAge: oldest,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(deadLetters),
    });
  }
};

/** Lambda drops every other record, at no charge. */
const onlyWith = (attribute: string): ReturnType<typeof FilterCriteria.filter> =>
  FilterCriteria.filter({
    dynamodb: { NewImage: { [attribute]: { M: { target: { S: FilterRule.exists() } } } } },
  });

const streamOf = (tables: Foundation['tables'], id: TableId): string => {
  const { tableStreamArn } = tables[id];
  if (tableStreamArn === undefined) throw new Error(`table ${id} has no stream`);
  return tableStreamArn;
};
