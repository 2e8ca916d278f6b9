import type { Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { acknowledge } from './acknowledgements.ts';
import { serviceOfThisAccount } from './service-of-this-account.ts';
import type { Severity } from './severities.ts';

/** A topic for each severity, to which people subscribe. */
export type AlarmTopics = Readonly<Record<Severity, Topic>>;

/** The name of a topic, of an environment or of a vault. */
export const alarmTopicName = ({ name }: { readonly name: string }, severity: Severity): string =>
  `payments-${name}-${severity}`;

/** Only alarms and budgets of this account may publish. */
export const alarmTopics = (
  stack: Stack,
  site: { readonly name: string },
  key: IKey | undefined,
): AlarmTopics => {
  const topic = (severity: Severity): Topic => {
    const made = new Topic(stack, severity, {
      topicName: alarmTopicName(site, severity),
      ...(key && { masterKey: key }),
      enforceSSL: true,
    });
    if (!key) acknowledge(made, 'alarmMessagesWithoutKey');
    for (const service of ['cloudwatch', 'budgets']) made.grantPublish(serviceOfThisAccount(stack, service));
    return made;
  };
  return { page: topic('page'), ticket: topic('ticket') };
};
