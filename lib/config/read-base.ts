import { ApiError } from '../types/api-error.ts';
import type { Report } from '../types/ports.ts';
import type { PublishedRule, RulesDocument } from '../types/routing.ts';
import type { ControlPlane, Deployment, HostedVersion } from './control-plane.ts';
import { parseRules } from './rules-document.ts';

/** `deployment`: the newest one that was not rolled back, if `rules` are its content. */
export type Base = RulesDocument & { readonly deployment: Deployment | undefined };

/** How many documents that cannot be rules are skipped. */
const tries = 5;

/**
 * The rules to change: those of the newest deployment that was not rolled back. An invalid document (somebody deployed it bypassing this service) is
 * in force nowhere, because no reader uses it: the one before it is, and the next publish repairs it. If versions exist but no deployment is known,
 * the newest version: starting from an empty document would delete every other rule.
 */
export const readBase = async (
  control: ControlPlane,
  deployments: readonly Deployment[],
  versions: readonly HostedVersion[],
  report: Report,
): Promise<Base> => {
  const standing = deployments.filter(({ state }) => state === 'active' || state === 'deploying');
  const numbers = candidates(standing, versions);
  for (const number of numbers.slice(0, tries)) {
    const parsed = parseRules(await control.content(number));
    if (parsed.ok)
      return {
        rules: parsed.document.rules,
        deployment: standing[0]?.version === number ? standing[0] : undefined,
      };
    report({ event: 'routing_base_refused', version: number, param: parsed.problem.param });
  }
  if (numbers.length > 0)
    throw new ApiError(
      'internal',
      'The routing rules cannot be published: none of their last versions holds valid rules.',
    );
  const rules: Record<string, PublishedRule> = Object.create(null);
  return { rules, deployment: undefined };
};

/** The versions to look at, newest first: those deployed, and the ones before them, which may be unknown. */
const candidates = (
  standing: readonly Deployment[],
  versions: readonly HostedVersion[],
): readonly number[] => {
  const deployed = standing.map(({ version }) => version);
  const oldest = Math.min(...deployed);
  const before = versions.map(({ number }) => number).filter((number) => number < oldest);
  return [...deployed, ...before];
};
