import { intervalOf } from '../../../../lib/types/interval-of.ts';
import { count, money, percent } from '../format.ts';
import type { StatsGroup } from '../group-stats.ts';
import { words } from '../words/words.ts';

/** The four numbers that one looks at first. */
export const StatsTiles = ({ groups }: { readonly groups: readonly StatsGroup[] }) => {
  const { numbers } = words.value;
  const total = (pick: (group: StatsGroup) => number): number =>
    groups.reduce((sum, group) => sum + pick(group), 0);
  const [attempts, approved] = [total((group) => group.attempts), total((group) => group.approved)];
  const interval = intervalOf({ ok: approved, failed: attempts - approved });
  return (
    <dl class="tiles">
      <Tile name={numbers.attempts} value={count(attempts)} about={numbers.attemptsAbout} />
      <Tile
        name={numbers.approval}
        value={attempts === 0 ? '–' : percent(approved / attempts)}
        about={attempts > 0 ? numbers.interval(interval.map((end) => percent(end)).join(' – ')) : ''}
      />
      <Tile
        name={numbers.recovered}
        value={count(total((group) => group.recovered))}
        about={numbers.recoveredAbout}
      />
      <Tile
        name={numbers.avoided}
        value={count(total((group) => group.lostCaptured.count))}
        about={[numbers.avoidedAbout(count(total((group) => group.lost))), ...avoidedMoney(groups)].join(' ')}
      />
    </dl>
  );
};

const avoidedMoney = (groups: readonly StatsGroup[]): readonly string[] => {
  const byCurrency = Map.groupBy(groups, ({ currency }) => currency);
  return [...byCurrency].flatMap(([currency, all]) => {
    const amount = all.reduce((sum, { lostCaptured }) => sum + lostCaptured.amount, 0);
    return amount === 0 ? [] : [money(amount, currency)];
  });
};

const Tile = ({
  name,
  value,
  about,
}: {
  readonly name: string;
  readonly value: string;
  readonly about: string;
}) => (
  <div class="card">
    <dt>{name}</dt>
    <dd>{value}</dd>
    <dd class="note">{about}</dd>
  </div>
);
