import { intervalOf } from '../../../../lib/types/interval-of.ts';
import { count, duration, money, percent } from '../format.ts';
import type { StatsGroup } from '../group-stats.ts';
import { pspName } from '../psp-name.ts';
import { sentence } from '../sentence.ts';
import type { thirds } from '../stats-query.ts';
import { words } from '../words/words.ts';

type Props = {
  readonly groups: readonly StatsGroup[];
  /** What they are split by besides PSP and currency; empty for nothing. */
  readonly fact: (typeof thirds)[number] | '';
};

/** The same numbers by PSP and currency. Money and latency are not split any further. */
export const StatsTables = ({ groups, fact }: Props) => {
  const { numbers } = words.value;
  const hasFact = fact !== '';
  const isOutcome = fact === 'outcome';
  const totals = Map.groupBy(groups, ({ psp, currency }) => `${psp} ${currency}`);
  const shareOf = ({ psp, currency, attempts }: StatsGroup): number =>
    attempts / (totals.get(`${psp} ${currency}`) ?? []).reduce((sum, one) => sum + one.attempts, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
    <section class="scroll" tabIndex={0} aria-label={numbers.table}>
      <table class="rows plain">
        <thead>
          <tr>
            {[
              numbers.psp,
              numbers.currency,
              ...(hasFact ? [numbers.fact] : []),
              numbers.attempts,
              isOutcome ? numbers.share : numbers.approval,
            ].map(column)}
            {!hasFact &&
              [
                numbers.recovered,
                numbers.lost,
                numbers.p95,
                numbers.captured,
                numbers.refunded,
                numbers.disputed,
              ].map(column)}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={`${group.psp} ${group.currency} ${group.fact}`}>
              <th scope="row">{pspName(group.psp)}</th>
              <td>{group.currency.toUpperCase()}</td>
              {hasFact && <td>{factName(group.fact)}</td>}
              <td>{count(group.attempts)}</td>
              <td>{isOutcome ? percent(shareOf(group)) : <Approval group={group} />}</td>
              {!hasFact && <Rest group={group} />}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const column = (name: string) => (
  <th scope="col" key={name}>
    {name}
  </th>
);

const factName = (fact: StatsGroup['fact']): string => {
  const { brand, decline, numbers } = words.value;
  if (fact === null || fact === undefined) return numbers.unknown;
  if (/^[A-Z]{2}$/.test(fact)) return fact;
  return { ...decline, ...brand }[fact as keyof typeof brand] ?? sentence(fact);
};

const Approval = ({ group: { approved, attempts } }: { readonly group: StatsGroup }) => {
  const interval = intervalOf({ ok: approved, failed: attempts - approved });
  if (attempts === 0) return <>–</>;
  return (
    <>
      {percent(approved / attempts)}{' '}
      <span class="note nowrap">{interval.map((end) => percent(end, 0)).join(' – ')}</span>
    </>
  );
};

const Rest = ({ group }: { readonly group: StatsGroup }) => {
  const sum = ({ amount, count: many }: StatsGroup['captured']) =>
    many === 0 && amount === 0 ? '–' : money(amount, group.currency);
  return (
    <>
      <td>{count(group.recovered)}</td>
      <td>{count(group.lost)}</td>
      <td>{group.latency_p95_ms === null ? '–' : duration(group.latency_p95_ms)}</td>
      <td>{sum(group.captured)}</td>
      <td>{sum(group.refunded)}</td>
      <td>{sum(group.disputed)}</td>
    </>
  );
};
