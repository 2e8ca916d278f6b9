import type { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Environment } from '../environments.ts';

/** Warns of a bill that will exceed the environment's budget. A budget covers the whole account, so put nothing else into it. */
export const spendAlarm = (stack: Stack, environment: Environment, topic: Topic): void => {
  const budget = new CfnBudget(stack, 'spend', {
    budget: {
      budgetName: `payments-${environment.name}-${stack.region}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: environment.monthly_budget, unit: 'USD' },
    },
    notificationsWithSubscribers: (['ACTUAL', 'FORECASTED'] as const).map((notificationType) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold: 100,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
    })),
  });
  budget.node.addDependency(topic);
};
