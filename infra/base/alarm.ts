import type { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Environment } from '../environments.ts';
import type { AlarmTopics } from './alarm-topics.ts';
import { type AlarmId, severities } from './severities.ts';

export type AlarmDefinition = {
  /** Also the heading in `docs/operate.md`, or in `page`. */
  readonly id: AlarmId;
  readonly page?: string;
  /** Distinguishes alarms under the same heading, such as a PSP account. */
  readonly of?: string;
  /** One sentence for a person at night. */
  readonly means: string;
  readonly metric: IMetric;
  readonly threshold: number;
  readonly when?: 'at_least' | 'below';
  /** How many periods to look at; `bad_periods` of them must be bad. */
  readonly periods?: number;
  readonly bad_periods?: number;
  /** Missing data is bad for something that must happen every minute, but fine for something that should never happen. */
  readonly missing?: 'fine' | 'bad';
  /** For a percentile over too few values (for the median, twenty): the alarm keeps its state. By default, any number is enough. */
  readonly few?: 'no_change';
};

/** An alarm that goes to the topic of its severity, and whose name and description point to its page in the runbook. */
export const alarm = (
  stack: Stack,
  environment: Pick<Environment, 'name'>,
  definition: AlarmDefinition,
  topics: AlarmTopics,
): Alarm => {
  const name = [definition.id, ...(definition.of ? [definition.of] : [])].join('-');
  const raised = new Alarm(stack, `alarm ${name}`, {
    alarmName: `payments-${environment.name}-${name}`,
    alarmDescription: `${definition.means} Runbook: ${definition.page ?? 'docs/operate.md'}#${definition.id}`,
    metric: definition.metric,
    threshold: definition.threshold,
    comparisonOperator:
      definition.when === 'below'
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: definition.periods ?? 1,
    datapointsToAlarm: definition.bad_periods ?? definition.periods ?? 1,
    ...(definition.few && { evaluateLowSampleCountPercentile: 'ignore' }),
    treatMissingData:
      definition.missing === 'bad' ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  const action = new SnsAction(topics[severities[definition.id]]);
  raised.addAlarmAction(action);
  raised.addOkAction(action);
  return raised;
};
