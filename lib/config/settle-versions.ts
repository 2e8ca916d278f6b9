import type { RuleInForce } from '../types/routing.ts';
import type { RuleVersion, RuleVersionWrite } from '../types/rule-version.ts';
import { advanceRollouts } from './advance-rollouts.ts';
import { closeVersion } from './close-version.ts';
import { abandoned_ms, isPublishing } from './deploy-rule.ts';
import type { DeployingPorts } from './publisher-ports.ts';
import { type Base, readBase } from './read-base.ts';
import { recordInForce } from './record-in-force.ts';
import { percentOf } from './rollout-entry.ts';
import { readRuleInForce } from './rule-in-force.ts';
import { type WatchPorts, watchRollouts } from './watch-rollouts.ts';

export type SettlingPorts = DeployingPorts & WatchPorts;

/**
 * Records the result of every version whose deployment may still fail or that is being rolled out; the live document decides. Then evaluates the
 * guards of rollouts and changes those that are due. Runs every minute, possibly twice at once. Resolves to the number of versions; AppConfig is
 * called only if there is one.
 */
export const settleVersions = async (ports: SettlingPorts): Promise<{ readonly open: number }> => {
  const open = await ports.versions.open();
  if (open.length === 0) return { open: 0 };
  // Read before AppConfig: AppConfig's state then includes everything that they record.
  const found = await Promise.all(open.map(({ rule, version }) => ports.versions.find(rule, version)));
  const base = await readBase(ports.control, ports.log);
  // Between the end of a watched deployment and the next one, the document lacks what is about to come back into force.
  const settled = isPublishing(base, ports.clock.now()) ? [] : found;
  for (const one of settled) if (one?.open_since !== undefined) await settle(ports, base, one);
  await watchRollouts(ports, open);
  await advanceRollouts(ports, open);
  return { open: open.length };
};

const settle = async (ports: DeployingPorts, base: Base, found: RuleVersion): Promise<void> => {
  const inForce = await readRuleInForce(ports.versions, base, found.rule);
  const rolledOut = found.rollout && found.state !== 'draft';
  if (inForce && (rolledOut || percentOf(inForce, found.version) > 0)) {
    const settled = { name: found.rule, version: found.version };
    await recordInForce(ports, settled, { inForce, deployment: base.deployment, known: [found] });
    return;
  }
  if (found.state === 'draft' && !isAbandoned(ports, found)) return;
  // A rollout may come back into force whose end is recorded already.
  if (inForce?.candidate)
    await recordInForce(ports, inForce.candidate.rule, { inForce, deployment: base.deployment });
  const instead = inForce && (await recordedAs(ports, inForce));
  // The publisher of that version records both: its own and the one it replaced.
  if (instead?.state === 'draft') return;
  // If a publish came since, it may have replaced that version: then the next minute decides.
  if ((await ports.control.deployments()).latest !== base.deployments.latest) return;
  const unanswered = found.state === 'draft' && found.answers !== undefined;
  const written = await ports.versions.write([
    // Even a draft may have been in force for a moment, so its number is never reused.
    { put: { ...closeVersion(found), state: 'rolled_back', rev: found.rev + 1 }, expects: found.rev },
    ...(unanswered ? [{ remove_response: found.answers }] : []),
    ...(found.state === 'published' ? restored(instead) : []),
  ]);
  if (written) ports.log({ event: 'routing_rule_rolled_back', rule: found.rule, version: found.version });
};

const isAbandoned = ({ clock }: DeployingPorts, { open_since = 0 }: RuleVersion): boolean =>
  clock.now() - open_since >= abandoned_ms;

const recordedAs = ({ versions }: DeployingPorts, { name, version }: RuleInForce) =>
  versions.find(name, version);

const restored = (instead: RuleVersion | undefined): readonly RuleVersionWrite[] =>
  instead === undefined || instead.state === 'published'
    ? []
    : [{ put: { ...instead, state: 'published', rev: instead.rev + 1 }, expects: instead.rev }];
