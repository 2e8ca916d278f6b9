import type { RoutingRule, RoutingRuleVersion } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { may } from '../caller.ts';
import { count, duration, percent } from '../format.ts';
import { Action } from '../ui/action.tsx';
import { Disclosed } from '../ui/disclosed.tsx';
import { Facts } from '../ui/facts.tsx';
import { words } from '../words/words.ts';

type Props = {
  readonly rule: RoutingRule;
  readonly versions: readonly RoutingRuleVersion[];
  readonly reload: () => void;
};

/** A version on its way: its share, what its guard has seen, and how to end it. */
export const RolloutPanel = ({ rule: { name, candidate }, versions, reload }: Props) => {
  const { rollout: text } = words.value;
  if (!candidate) return null;
  const { version } = candidate.rule;
  const rollout = versions.find((one) => one.version === version)?.rollout;
  const seen = rollout?.guard?.observed;
  const rate = ({ approved, attempts }: { readonly approved: number; readonly attempts: number }) =>
    attempts === 0 ? '–' : `${percent(approved / attempts)} (${count(attempts)})`;
  const end = (action: 'stop' | 'complete') => async () => {
    await call('changeRollout', { path: { name }, body: { action, candidate: version } });
    reload();
  };
  return (
    <section class="card" aria-label={text.title}>
      <h2>{text.running(version, percent(candidate.percent / 100, 0))}</h2>
      <Facts
        facts={[
          [
            text.then,
            rollout && rollout.then.length > 0 && rollout.after_s !== null
              ? `${rollout.then.map((step) => `${step} %`).join(', ')} (${duration(rollout.after_s * 1000)})`
              : null,
          ],
          [text.guard, rollout?.guard && text.drop(rollout.guard.approval_drop_pp)],
          [text.candidate, seen && rate(seen.candidate)],
          [text.control, seen && rate(seen.control)],
        ]}
      />
      {may('routing:write') && (
        <div class="actions">
          <Disclosed label={text.complete}>
            {(close) => <Action label={text.complete} send={end('complete')} cancel={close} grave />}
          </Disclosed>
          <Action label={text.stop} send={end('stop')} grave />
        </div>
      )}
    </section>
  );
};
