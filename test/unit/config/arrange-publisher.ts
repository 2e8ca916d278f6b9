import { type PublishOptions, publishRule } from '../../../lib/config/publish-rule.ts';
import type { ApiError } from '../../../lib/types/api-error.ts';
import type { PaymentEvent } from '../../../lib/types/ports.ts';
import type { PublishedRule, RoutingRule } from '../../../lib/types/routing.ts';
import { rule as publishedRule } from '../routing/fixtures.ts';
import { fakeControlPlane } from './fake-control-plane.ts';

export const start_ms = 1_763_630_000_000;
export const ruleOf = (stripe: number, name = 'default'): RoutingRule => {
  const { version: _version, created: _created, ...rule } = publishedRule({ stripe });
  return { ...rule, name };
};
export const documentOf = (...rules: PublishedRule[]) =>
  JSON.stringify({ rules: Object.fromEntries(rules.map((rule) => [rule.name, rule])) });
export const seeded: PublishedRule = { ...ruleOf(1), version: 1, created: 1_763_000_000 };

export const arrange = (seed: string | null = documentOf(seeded)) => {
  const appConfig = fakeControlPlane();
  if (seed !== null) appConfig.plant(seed);
  const events: PaymentEvent[] = [];
  let now = start_ms;
  const ports = {
    control: appConfig.control,
    clock: { now: () => now },
    report: (event: PaymentEvent) => events.push(event),
  };
  const publish = (rule: RoutingRule, options: PublishOptions = {}) => publishRule(ports, rule, options);
  const refusal = async (publishing: Promise<unknown>) =>
    publishing.then(
      () => undefined,
      ({ code, details }: ApiError) => ({ code, details }),
    );
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { appConfig, events, publish, refusal, pass };
};
export const inProgress = { code: 'routing_publish_in_progress', details: { retry_after: 2 } };
