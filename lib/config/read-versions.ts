import { ApiError } from '../types/api-error.ts';
import type { RulesReader } from '../types/ports.ts';
import type { RuleVersion, RuleVersions } from '../types/rule-version.ts';
import { adoptedVersion } from './deploy-rule.ts';
import { unknownRule } from './unknown-rule.ts';

export type VersionsPorts = { readonly versions: RuleVersions; readonly rules: RulesReader };

const page = 100;

/** The newest versions of a rule, newest first. Throws `resource_missing` if there is no such rule. */
export const readVersions = async (
  { versions, rules }: VersionsPorts,
  name: string,
): Promise<Awaited<ReturnType<RuleVersions['newest']>>> => {
  const found = await versions.newest(name, page);
  if (found.versions.length > 0) return found;
  const inForce = await rules();
  const rule = inForce.rules[name];
  if (rule) return { versions: [adoptedVersion(rule)], more: false };
  throw unknownRule(name, inForce);
};

/** Throws `resource_missing`. */
export const readVersion = async (
  { versions, rules }: VersionsPorts,
  name: string,
  version: number,
): Promise<RuleVersion> => {
  const found = await versions.find(name, version);
  if (found) return found;
  const rule = (await rules()).rules[name];
  if (rule?.version === version) return adoptedVersion(rule);
  throw new ApiError('resource_missing', `Rule "${name.slice(0, 64)}" has no version ${version}.`, {
    param: 'version',
  });
};
