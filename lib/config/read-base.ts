import { ApiError } from '../types/api-error.ts';
import type { Report } from '../types/ports.ts';
import type { PublishedRule, RulesDocument } from '../types/routing.ts';
import type { ControlPlane, Deployment } from './control-plane.ts';
import { parseRules } from './parse-rules.ts';

/** `deployment`: the newest one that was not rolled back, where `rules` are its content. */
export type Base = RulesDocument & { readonly deployment: Deployment | undefined };

/** How many documents that cannot be rules are passed over. */
const tries = 5;

/**
 * The rules that a change is made to: those of the newest deployment that was not rolled back. A document that is not valid (somebody deployed it
 * past this service) is in force nowhere, because no reader takes it over: the one before it is, and the next publish repairs it.
 */
export const readBase = async (
  control: ControlPlane,
  deployments: readonly Deployment[],
  report: Report,
): Promise<Base> => {
  const standing = deployments.filter(({ state }) => state === 'active' || state === 'deploying');
  for (const deployment of standing.slice(0, tries)) {
    const parsed = parseRules(await control.content(deployment.version));
    if (parsed.ok)
      return {
        rules: parsed.document.rules,
        deployment: deployment === standing[0] ? deployment : undefined,
      };
    report({ event: 'routing_base_refused', version: deployment.version, param: parsed.problem.param });
  }
  if (standing.length > 0)
    throw new ApiError(
      'internal',
      'The routing rules cannot be published: none of the last deployments holds valid rules.',
    );
  const rules: Record<string, PublishedRule> = Object.create(null);
  return { rules, deployment: undefined };
};
