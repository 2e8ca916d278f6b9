import type { PublishedRule } from '../types/routing.ts';
import type { RuleVersion, RuleVersionWrite } from '../types/rule-version.ts';
import { abandoned_ms } from './deploy-rule.ts';
import type { PublisherPorts } from './publisher-ports.ts';
import { type Base, readBase } from './read-base.ts';
import { closed, recordInForce } from './record-in-force.ts';

export type SettlingPorts = Omit<PublisherPorts, 'accounts'>;

/**
 * Writes down what became of every version whose deployment may still come to nothing; the document in force tells. Run on a schedule. Resolves to how
 * many there were; AppConfig is asked only if there is one.
 */
export const settleVersions = async (ports: SettlingPorts): Promise<{ readonly open: number }> => {
  const open = await ports.versions.open();
  if (open.length === 0) return { open: 0 };
  const base = await readBase(ports.control, ports.report);
  for (const { rule, version } of open) {
    const found = await ports.versions.find(rule, version);
    if (found?.open_since !== undefined) await settle(ports, base, found);
  }
  return { open: open.length };
};

const settle = async (ports: SettlingPorts, base: Base, found: RuleVersion): Promise<void> => {
  const inForce = base.rules[found.rule];
  if (inForce?.version === found.version) {
    await recordInForce(ports, inForce, base.deployment);
    return;
  }
  if (found.state === 'draft' && !isAbandoned(ports, found)) return;
  const instead = inForce && (await recordedAs(ports, inForce));
  // Its publisher writes down what it replaced, together with itself.
  if (instead?.state === 'draft') return;
  const unanswered = found.state === 'draft' && found.answers !== undefined;
  const written = await ports.versions.write([
    // Even a draft may have been in force for a moment, so its number is never given again.
    { put: { ...closed(found), state: 'rolled_back', rev: found.rev + 1 }, expects: found.rev },
    ...(unanswered ? [{ forget: found.answers }] : []),
    ...(found.state === 'published' ? restored(instead) : []),
  ]);
  if (written) ports.report({ event: 'routing_rule_rolled_back', rule: found.rule, version: found.version });
};

const isAbandoned = ({ clock }: SettlingPorts, { open_since = 0 }: RuleVersion): boolean =>
  clock.now() - open_since >= abandoned_ms;

const recordedAs = ({ versions }: SettlingPorts, { name, version }: PublishedRule) =>
  versions.find(name, version);

/** AppConfig went back to it. */
const restored = (instead: RuleVersion | undefined): readonly RuleVersionWrite[] =>
  instead === undefined || instead.state === 'published'
    ? []
    : [{ put: { ...instead, state: 'published', rev: instead.rev + 1 }, expects: instead.rev }];
