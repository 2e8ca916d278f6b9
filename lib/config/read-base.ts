import { ApiError } from '../types/api-error.ts';
import type { Log } from '../types/ports.ts';
import type { PublishedRule, RulesDocument } from '../types/routing.ts';
import type { ControlPlane, Deployment, Deployments, HostedVersion } from './control-plane.ts';
import { parseRules } from './rules-document.ts';

/** A snapshot of AppConfig's state. */
export type Base = RulesDocument & {
  /** The newest one that was not rolled back, if `rules` are its content. */
  readonly deployment: Deployment | undefined;
  readonly deployments: Deployments;
  /** Newest first. */
  readonly versions: readonly HostedVersion[];
};

/** The most invalid documents that are skipped. */
const tries = 5;

/**
 * The rules to change: those of the newest deployment that was not rolled back. An invalid document (deployed by bypassing this service) is not in
 * force, because no reader uses it: the one before it is, and the next publish repairs it. If versions exist but no deployment is found, uses the
 * newest version: starting from an empty document would delete every other rule.
 */
export const readBase = async (control: ControlPlane, log: Log): Promise<Base> => {
  const [deployments, versions] = await Promise.all([control.deployments(), control.versions()]);
  const current = deployments.ofRules.filter(({ state }) => state === 'active' || state === 'deploying');
  const numbers = candidates(current, versions);
  for (const number of numbers.slice(0, tries)) {
    const parsed = parseRules(await control.content(number));
    if (parsed.ok)
      return {
        rules: parsed.document.rules,
        deployment: current[0]?.version === number ? current[0] : undefined,
        deployments,
        versions,
      };
    log({ event: 'routing_base_refused', version: number, param: parsed.problem.param });
  }
  if (numbers.length > 0)
    throw new ApiError(
      'internal',
      'The routing rules cannot be published: none of their recent versions holds valid rules.',
    );
  const rules: Record<string, PublishedRule> = Object.create(null);
  return { rules, deployment: undefined, deployments, versions };
};

/** The versions to try, newest first: the deployed ones, and those before them, whose deployments may not be listed. */
const candidates = (
  current: readonly Deployment[],
  versions: readonly HostedVersion[],
): readonly number[] => {
  const deployed = current.map(({ version }) => version);
  const oldest = Math.min(...deployed);
  const before = versions.map(({ number }) => number).filter((number) => number < oldest);
  return [...deployed, ...before];
};
