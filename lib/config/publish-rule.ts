import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../types/api-error.ts';
import type { Clock, Report } from '../types/ports.ts';
import type { Publication } from '../types/publication.ts';
import type { PublishedRule, RoutingRule } from '../types/routing.ts';
import type { ControlPlane, Deployment } from './control-plane.ts';
import { createVersion, deployVersion, pruneVersions } from './hosted-versions.ts';
import { publishInProgress } from './publishing-errors.ts';
import { readBase } from './read-base.ts';
import { documentContent } from './rules-document.ts';

export type PublisherPorts = {
  readonly control: ControlPlane;
  readonly clock: Pick<Clock, 'now'>;
  readonly report: Report;
};

export type PublishOptions = {
  /** The version in which the caller saw this rule; 0 if there must be none yet. If undefined, the rule is replaced whatever it is. */
  readonly version?: number | undefined;
  readonly dry_run?: boolean | undefined;
};

/** How long a version without a deployment may be on its way to one; after that it is an orphan. */
const orphan_ms = 60_000;

/**
 * Creates or replaces one rule in the document in force and starts its deployment. `rule` has passed `validateRule`. A rule equal to the one in force
 * changes nothing and is returned as it is, so a repeated call needs no key. Two callers cannot overwrite each other: the new version locks on the
 * latest version, its deployment on the latest deployment. Throws `version_conflict`, `routing_publish_in_progress`, `parameter_invalid` (the
 * document would become too large), `routing_unavailable` or `internal`.
 */
export const publishRule = async (
  ports: PublisherPorts,
  rule: RoutingRule,
  options: PublishOptions,
): Promise<Publication> => {
  const { control, clock, report } = ports;
  const [deployments, versions] = await Promise.all([control.deployments(), control.versions()]);
  const base = await readBase(control, deployments.ofRules, versions, report);
  const previous = base.rules[rule.name];
  if (previous !== undefined && base.deployment !== undefined && isSame(previous, rule))
    return { rule: previous, previous, changed: false, deployment: told(base.deployment) };
  checkVersion(rule.name, previous, options.version);

  const latest = versions[0];
  const next = { rules: base.rules, rule, created: Math.floor(clock.now() / 1000), latest: latest?.number };
  if (options.dry_run) {
    const planned = { ...rule, version: (latest?.number ?? 0) + 1, created: next.created };
    documentContent(base.rules, planned);
    return { rule: planned, previous, changed: true, deployment: undefined };
  }

  const running = deployments.ofRules.some(({ state }) => state === 'deploying' || state === 'rolling_back');
  if (running) throw publishInProgress();
  const deployed = deployments.ofRules.some(({ version }) => version === latest?.number);
  const age = clock.now() - (latest?.published_ms ?? 0);
  if (!deployed && Math.abs(age) < orphan_ms) throw publishInProgress();

  await pruneVersions(ports, versions, deployments.ofRules);
  const published = await createVersion(ports, next);
  const deployment = await deployVersion(control, published.version, deployments.latest);
  report({
    event: 'routing_rule_published',
    rule: rule.name,
    version: published.version,
    deployment: deployment.number,
  });
  return { rule: published, previous, changed: true, deployment: told(deployment) };
};

const isSame = ({ version: _version, created: _created, ...published }: PublishedRule, rule: RoutingRule) =>
  isDeepStrictEqual(published, rule);

const checkVersion = (
  name: string,
  current: PublishedRule | undefined,
  expected: number | undefined,
): void => {
  if (expected === undefined || expected === (current?.version ?? 0)) return;
  const found = current === undefined ? 'there is no such rule' : `it is at version ${current.version}`;
  throw new ApiError('version_conflict', `version: expected ${expected} of rule ${name}, but ${found}.`, {
    param: 'version',
  });
};

const told = ({ state, number }: Deployment) => ({
  state: state === 'active' ? ('active' as const) : ('deploying' as const),
  number,
});
