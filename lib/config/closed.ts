import type { RuleVersion } from '../types/rule-version.ts';

/** Marks a version as settled: nothing about it is open any more. */
export const closed = ({ open_since: _, ...version }: RuleVersion): RuleVersion => version;
