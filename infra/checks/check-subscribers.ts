import { defined } from '../../lib/types/defined.ts';
import { awsCall } from '../aws/aws-call.ts';
import { alarmTopicName } from '../base/alarm-topics.ts';
import type { Severity } from '../base/severities.ts';
import type { Check } from './check.ts';

/** Whether somebody subscribes to each topic of a deployed environment or vault. Needs credentials of its account. */
export const checkSubscribers = async (site: { readonly name: string }): Promise<readonly Check[]> => {
  const topics = await everyPage('ListTopics', {}, /<TopicArn>([^<]+)<\/TopicArn>/g);
  return Promise.all((['page', 'ticket'] as const).map((severity) => checkTopic(site, severity, topics)));
};

const checkTopic = async (
  site: { readonly name: string },
  severity: Severity,
  topics: readonly string[],
): Promise<Check> => {
  const name = alarmTopicName(site, severity);
  const arn = topics.find((topic) => topic.endsWith(`:${name}`));
  if (arn === undefined)
    return { ok: false, later: true, says: `there is no topic ${name} in this account and region: deploy` };
  const subscriptions = await everyPage(
    'ListSubscriptionsByTopic',
    { TopicArn: arn },
    /<SubscriptionArn>([^<]+)<\/SubscriptionArn>/g,
  );
  const confirmed = subscriptions.filter((subscription) => subscription.startsWith('arn:')).length;
  if (confirmed > 0) return { ok: true, says: `${name} has ${confirmed} confirmed subscribers` };
  const pending = subscriptions.includes('PendingConfirmation');
  return {
    ok: false,
    later: true,
    says: pending
      ? `${name} has no confirmed subscriber. Follow the link in the message from AWS`
      : `nobody subscribes to ${name}: \`aws sns subscribe --topic-arn ${arn} --protocol email --notification-endpoint you@example.com\``,
  };
};

/** What `pattern` finds in every page of a list. Throws AWS's own message if it refuses. */
const everyPage = async (
  action: string,
  parameters: Readonly<Record<string, string>>,
  pattern: RegExp,
): Promise<readonly string[]> => {
  const found: string[] = [];
  let token: string | undefined;
  do {
    const asked = { Action: action, Version: '2010-03-31', ...parameters };
    const { ok, status, text } = await awsCall({
      service: 'sns',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...asked, ...defined({ NextToken: token }) }).toString(),
    });
    if (!ok) throw new Error(`sns answered ${status}: ${text.slice(0, 300)}`);
    found.push(...[...text.matchAll(pattern)].map(([, value = '']) => value));
    token = /<NextToken>([^<]+)<\/NextToken>/.exec(text)?.[1];
  } while (token !== undefined);
  return found;
};
