import { createRuleVersions } from '../storage/rule-versions.ts';
import type { RuleVersions } from '../types/rule-version.ts';
import { storage } from './dynamodb.ts';

export const ruleVersions = (): RuleVersions => {
  versions ??= createRuleVersions(storage());
  return versions;
};

let versions: RuleVersions | undefined;
