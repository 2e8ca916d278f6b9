import { describeRuleVersions } from '../../contract/rule-versions.ts';
import { createMemoryRuleVersions } from '../../memory/memory-rule-versions.ts';

describeRuleVersions('in memory', async () => ({
  store: createMemoryRuleVersions().store,
  close: async () => undefined,
}));
