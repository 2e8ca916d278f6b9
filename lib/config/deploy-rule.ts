import { ApiError } from '../types/api-error.ts';
import type { Published } from '../types/publication.ts';
import { recordFormat } from '../types/records.ts';
import type { Idempotency } from '../types/result.ts';
import type { PublishedRule, RuleInForce } from '../types/routing.ts';
import type { RuleVersion, RuleVersionWrite } from '../types/rule-version.ts';
import type { ControlPlane, Deployment } from './control-plane.ts';
import { deployVersion, pruneVersions } from './hosted-versions.ts';
import type { DeployingPorts } from './publisher-ports.ts';
import { changeIsWatched, publishInProgress } from './publishing-errors.ts';
import type { Base } from './read-base.ts';
import { publicationOf, recordInForce } from './record-in-force.ts';
import { percentOf } from './rollout-entry.ts';
import { isDeleted, ruleOf } from './rule-content.ts';
import { documentContent } from './rules-document.ts';

/** A version that is being deployed, for all or some sessions, or withdrawn. */
export type RuleDeployment = {
  readonly version: RuleVersion;
  /** The rule as it will be in force. */
  readonly entry: RuleInForce;
  /** The rule as it is in force. */
  readonly previous: RuleInForce | undefined;
  /** The revision that it overwrites. */
  readonly expects: 'absent' | number;
  /** Writes that undo this if the deployment cannot start. */
  readonly withdrawal: readonly RuleVersionWrite[];
  readonly idempotency?: Idempotency | undefined;
  /** The idempotency key of a change that this one replaces. */
  readonly removes_response?: string;
  /** Versions of the rule, read before AppConfig or at the same time. */
  readonly known?: readonly RuleVersion[];
};

/** The longest that a deployment may take to come into force. After that, its publisher counts as dead. */
export const abandoned_ms = 60_000;

/**
 * Puts a version into force: hosted version, intent, deployment, state in force. Two callers cannot overwrite each other: the hosted version locks on
 * the latest hosted version, the deployment on the latest deployment, and each version of a rule is written over the revision that was read. If it is
 * interrupted, the document in force shows how far it got, and `settleVersions` records that. A change that takes another back ends a deployment that
 * AppConfig watches, once it has the locks; what that one changed in other rules is in the new document, too. Throws `routing_publish_in_progress`,
 * `parameter_invalid` (the document would become too large), `routing_unavailable`, `storage_unavailable` or `internal`.
 */
export const deployRule = async (
  ports: DeployingPorts,
  base: Base,
  requested: RuleDeployment,
): Promise<Published> => {
  const { control, versions, clock } = ports;
  const { version, entry, withdrawal, idempotency } = requested;
  const watched = watchedNow(base, clock.now(), takesBack(version));

  await pruneVersions(ports, base.versions, base.deployments.ofRules);
  const latest = base.versions[0]?.number;
  const hosted = await control.create(documentContent(base.rules, entry), latest, clock.now());
  if (hosted === 'conflict') throw publishInProgress();
  const recorded = await orRemove(control, hosted, () => recordIntent(ports, base, requested));
  const withdraw = () =>
    versions.write([...withdrawal, ...(idempotency ? [{ remove_response: idempotency.key }] : [])]);
  const start = { version: hosted, latest: base.deployments.latest, watched, withdraw };
  const deployment = await deployVersion(ports, start);

  await recordDeployment(ports, requested, deployment, recorded);
  const publication = { ...publicationOf(entry, deployment), previous: base.rules[version.rule] };
  return idempotency ? { replay: ports.render(publication), first: true } : { publication };
};

/** Writes the version as being deployed. Resolves to it and to the stored version that it replaces, if there is one. */
const recordIntent = async (
  ports: DeployingPorts,
  { deployment }: Base,
  { version, previous, expects, idempotency, removes_response, known }: RuleDeployment,
): Promise<readonly RuleVersion[]> => {
  const answers = idempotency && { answers: idempotency.key };
  const put: RuleVersion = { ...version, ...answers, open_since: ports.clock.now() };
  // From here on no other publish can start, so what was read is still in force.
  const recorded =
    previous && (await recordInForce(ports, previous, { inForce: previous, deployment, known }));
  const written = await ports.versions.write([
    { put, expects },
    ...(previous && !recorded && !isDeleted(previous)
      ? [{ put: adoptedVersion(previous), expects: 'absent' as const }]
      : []),
    ...(idempotency ? [{ remember: idempotency }] : []),
    ...(removes_response === undefined ? [] : [{ remove_response: removes_response }]),
  ]);
  if (!written) throw publishInProgress();
  return recorded ? [put, recorded] : [put];
};

/** Logs that it was published, and records what is in force now: the version, and the candidate that it replaces. */
const recordDeployment = async (
  ports: DeployingPorts,
  { version, entry, previous }: RuleDeployment,
  deployment: Deployment,
  known: readonly RuleVersion[],
): Promise<void> => {
  const { rule: name, version: number } = version;
  ports.log({
    event: 'routing_rule_published',
    rule: name,
    version: number,
    percent: percentOf(entry, number),
    deployment: deployment.number,
  });
  const seen = { inForce: entry, deployment };
  await recordInForce(ports, { name, version: number }, { ...seen, known });
  const replaced = previous?.candidate?.rule;
  if (replaced && replaced.version !== number) await recordInForce(ports, replaced, seen);
};

/** Throws if the rule has changed since the caller read it. `param`: what the caller named the version in. */
export const checkVersion = (
  name: string,
  current: PublishedRule | undefined,
  expected: number | undefined,
  param: 'version' | 'if-match',
): void => {
  if (expected === undefined || expected === (current?.version ?? 0)) return;
  const found = current === undefined ? 'there is no such rule' : `it is at version ${current.version}`;
  const asked = param === 'version' ? `version: expected ${expected}` : `If-Match: expected "${expected}"`;
  throw new ApiError('version_conflict', `${asked} of rule ${name}, but ${found}.`, { param });
};

/** It withdraws a change, which must not wait until AppConfig has watched the last one. */
const takesBack = ({ rollback, rollout }: RuleVersion): boolean =>
  rollback === true || rollout?.change?.to === 0;

/** The deployment that AppConfig watches, if it may be ended for this change. Throws if this change has to wait. */
const watchedNow = (base: Base, now: number, urgent: boolean): Deployment | undefined => {
  if (isPublishing(base, now)) throw publishInProgress();
  const running = base.deployments.ofRules.find(
    ({ state }) => state === 'deploying' || state === 'rolling_back',
  );
  if (running === undefined) return undefined;
  if (running.watched_until === undefined) throw publishInProgress();
  if (!urgent) throw changeIsWatched(running.watched_until, now);
  return running;
};

/** Whether there is a hosted version whose publisher may be about to deploy it. */
export const isPublishing = ({ deployments, versions: [latest] }: Base, now: number): boolean => {
  const deployed = deployments.ofRules.some(({ version }) => version === latest?.number);
  return !deployed && Math.abs(now - (latest?.published_ms ?? 0)) < abandoned_ms;
};

/** Deletes a hosted version if its intent cannot be written: it would block every other publish. */
const orRemove = async <Written>(
  control: ControlPlane,
  hosted: number,
  write: () => Promise<Written>,
): Promise<Written> => {
  try {
    return await write();
  } catch (error) {
    await control.remove(hosted);
    throw error;
  }
};

/** A rule published before versions were stored: neither its author nor the version it replaced was recorded. */
export const adoptedVersion = (rule: PublishedRule): RuleVersion => ({
  v: recordFormat,
  rev: 1,
  rule: rule.name,
  version: rule.version,
  state: 'published',
  document: ruleOf(rule),
  author: null,
  note: null,
  created: rule.created,
  replaces: null,
  diff: [],
});
