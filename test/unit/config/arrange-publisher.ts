import { approveVersion } from '../../../lib/config/approve-version.ts';
import {
  type ChangeRolloutCommand,
  changeRollout as changeRolloutOf,
} from '../../../lib/config/change-rollout.ts';
import { publishRule, tryRule } from '../../../lib/config/publish-rule.ts';
import { rollBackRule } from '../../../lib/config/roll-back-rule.ts';
import { settleVersions } from '../../../lib/config/settle-versions.ts';
import type { ApiError } from '../../../lib/types/api-error.ts';
import type { LogRecord } from '../../../lib/types/ports.ts';
import type { PublishedRule, RoutingRule } from '../../../lib/types/routing.ts';
import { createMemoryHealthStore } from '../../../local/memory/memory-health-store.ts';
import { accountsOf, rule as publishedRule } from '../routing/fixtures.ts';
import { fakeControlPlane } from './fake-control-plane.ts';
import { type PublishOptions, publicationOf, publisherOf } from './publisher-of.ts';

export const start_ms = 1_763_630_000_000;
export const ruleOf = (stripe: number, name = 'default'): RoutingRule => {
  const { version: _version, created: _created, ...rule } = publishedRule({ stripe });
  return { ...rule, name };
};
export const documentOf = (...rules: PublishedRule[]) =>
  JSON.stringify({ rules: Object.fromEntries(rules.map((rule) => [rule.name, rule])) });
export const seeded: PublishedRule = { ...ruleOf(1), version: 1, created: 1_763_000_000 };

export const arrange = (seed: string | null = documentOf(seeded), accounts = ['stripe', 'adyen']) => {
  const appConfig = fakeControlPlane();
  if (seed !== null) appConfig.plant(seed);
  const events: LogRecord[] = [];
  let now = start_ms;
  const { ports, versions, publish } = publisherOf({
    control: appConfig.control,
    accounts: accountsOf(...accounts),
    clock: {
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
    },
    log: (event: LogRecord) => events.push(event),
  });
  const asked = { author: 'author', request_id: 'req_1', approval_required: false };
  const dryRun = (rule: RoutingRule, options: PublishOptions = {}) =>
    tryRule(ports, { ...asked, ...options, rule });
  /** As bytes, of a call with this idempotency key. */
  const publishWithKey = async (rule: RoutingRule, key: string, options: PublishOptions = {}) => {
    const idempotency = { key, hash: JSON.stringify(rule), view: 'full' } as const;
    const published = await publishRule(ports, { ...asked, ...options, rule, idempotency });
    if (!('replay' in published)) throw new Error('nothing was kept');
    return { ...JSON.parse(published.replay.body), first: published.first, bytes: published.replay.body };
  };
  const rollBack = async (to: number, options: PublishOptions = {}, name = 'default') =>
    publicationOf(await rollBackRule(ports, { ...asked, ...options, name, to }));
  const approve = async (version: number, approver: string, options: { readonly if_match?: number } = {}) =>
    publicationOf(
      await approveVersion(ports, { ...options, name: 'default', version, approver, request_id: 'req_2' }),
    );
  const changeRollout = async (to: number, options: Partial<ChangeRolloutCommand> = {}) =>
    publicationOf(
      await changeRolloutOf(ports, { name: 'default', to, by: 'eve', request_id: 'req_3', ...options }),
    );
  const health = createMemoryHealthStore();
  const settle = () => settleVersions({ ...ports, windows: health.windows, tick_s: 5 });
  /** `<version> <state>` of every version of a rule, oldest first. */
  const states = (name = 'default') =>
    versions
      .rows()
      .filter(({ rule }) => rule === name)
      .map(
        ({ version, state, open_since }) => `${version} ${state}${open_since === undefined ? '' : ' open'}`,
      )
      .reverse();
  const refusal = async (publishing: Promise<unknown>) =>
    publishing.then(
      () => undefined,
      ({ code, details }: ApiError) => ({ code, details }),
    );
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return {
    appConfig,
    versions,
    events,
    publish,
    dryRun,
    publishWithKey,
    rollBack,
    approve,
    changeRollout,
    health,
    ports,
    settle,
    states,
    refusal,
    pass,
  };
};
export const inProgress = { code: 'routing_publish_in_progress', details: { retry_after: 2 } };
