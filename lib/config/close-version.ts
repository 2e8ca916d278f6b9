import type { RuleVersion } from '../types/rule-version.ts';

/** Marks a version as settled: its result is recorded. */
export const closeVersion = ({ open_since: _, ...version }: RuleVersion): RuleVersion => version;
