import { publishRule } from '../../lib/config/publish-rule.ts';
import { publisherPorts } from '../../lib/runtime/rules-publisher.ts';
import type { Account } from '../../lib/types/capabilities.ts';
import type { Clock, NewId, RulesReader } from '../../lib/types/ports.ts';
import type { RecordChange } from '../../lib/types/record-change.ts';
import type { PublishedRule, RoutingRule, RulesDocument } from '../../lib/types/routing.ts';
import type { RuleVersions } from '../../lib/types/rule-version.ts';
import { inSeconds } from './recorder.ts';

export type RulePublisher = {
  readonly publish: (change: Partial<RoutingRule>, author: string, note: string) => Promise<void>;
  readonly inForce: RulesReader;
};

/** Publishes versions of the rule `default` as the API does. What they change is recorded and in force at once. */
export const createRulePublisher = (
  accounts: readonly Account[],
  seed: RulesDocument,
  {
    clock,
    newId,
    record,
  }: {
    readonly clock: Clock;
    readonly newId: NewId;
    readonly record: (change: RecordChange) => Promise<void>;
  },
): RulePublisher => {
  const ports = publisherPorts(accounts, () => {});
  const versions = recorded(ports.versions, clock, record);
  let inForce = seed;
  return {
    inForce: async () => inForce,
    publish: async (change, author, note) => {
      const { version, created: _, candidate: _rollout, ...rule } = inForce.rules.default as PublishedRule;
      const published = await publishRule(
        { ...ports, versions, clock },
        {
          rule: { ...rule, ...change },
          version,
          author,
          note,
          request_id: newId('req'),
          approval_required: false,
        },
      );
      if ('publication' in published) {
        const { default: next } = { default: published.publication.rule };
        if (!('deleted' in next)) inForce = { rules: { default: next } };
      }
    },
  };
};

const recorded = (
  versions: RuleVersions,
  clock: Clock,
  record: (change: RecordChange) => Promise<void>,
): RuleVersions => ({
  ...versions,
  write: async (writes) => {
    const puts = writes.flatMap((write) => ('put' in write ? [write.put] : []));
    const before = await Promise.all(puts.map(({ rule, version }) => versions.find(rule, version)));
    const written = await versions.write(writes);
    const at = inSeconds(clock.now());
    if (written)
      for (const [index, after] of puts.entries())
        await record({ table: 'rules', livemode: false, at, before: before[index], after });
    return written;
  },
});
