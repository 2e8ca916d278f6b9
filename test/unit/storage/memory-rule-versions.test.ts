import { createMemoryRuleVersions } from '../../../local/memory/memory-rule-versions.ts';
import { describeRuleVersions } from '../../contract/rule-versions.ts';

describeRuleVersions('in memory', async () => ({
  store: createMemoryRuleVersions().store,
  close: async () => undefined,
}));
