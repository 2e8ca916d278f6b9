import { useEffect, useState } from 'preact/hooks';
import type { Backtest, UpdateRoutingRule } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { count, percent } from '../format.ts';
import { pspName } from '../psp-name.ts';
import { Action } from '../ui/action.tsx';
import { words } from '../words/words.ts';

const sessions = 1_000;
const again_ms = 1_000;

/** What the rule would have done with recent sessions. */
export const BacktestPanel = ({ body }: { readonly body: UpdateRoutingRule }) => {
  const { backtest: text } = words.value;
  const [shown, setShown] = useState<Backtest | undefined>(undefined);
  useEffect(() => {
    if (shown?.state !== 'running') return;
    const timer = setTimeout(async () => {
      setShown(await call('retrieveBacktest', { path: { id: shown.id } }).catch(() => ({ ...shown })));
    }, again_ms);
    return () => clearTimeout(timer);
  }, [shown]);
  const start = async () => {
    const asked = { ...body, dry_run: true, backtest: { sessions } };
    setShown((await call('updateRoutingRules', { body: asked })).backtest);
  };
  if (!shown) return <Action label={text.start(count(sessions))} send={start} />;
  return (
    <section aria-label={text.title} aria-busy={shown.state === 'running'}>
      <h3>{text.title}</h3>
      <p role="status">{text.replayed(count(shown.sessions), count(shown.moved.count))}</p>
      {shown.no_psp > 0 && <p class="bad">{text.noPsp(count(shown.no_psp))}</p>}
      <BacktestShares backtest={shown} />
      {shown.state !== 'running' && <p>{approval(shown)}</p>}
    </section>
  );
};

const BacktestShares = ({ backtest: { shares } }: { readonly backtest: Backtest }) => {
  const { backtest: text } = words.value;
  return (
    <table class="rows plain">
      <thead>
        <tr>
          <th scope="col">{text.psp}</th>
          <th scope="col">{text.before}</th>
          <th scope="col">{text.after}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ psp, override, before, after }) => (
          <tr key={`${psp} ${override}`}>
            <td>
              {pspName(psp)}
              {override !== null && <span class="note"> {text.override(override + 1)}</span>}
            </td>
            <td>{percent(before)}</td>
            <td>{percent(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const approval = ({ approval: expected, approval_refused }: Backtest): string => {
  const { backtest: text } = words.value;
  if (expected)
    return text.approval(
      percent(expected.estimate),
      expected.interval.map((end) => percent(end)).join(' – '),
    );
  return approval_refused === null ? text.unknown : text.refused[approval_refused];
};
