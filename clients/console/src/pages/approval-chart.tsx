import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import type { Stats } from '../../../server/src/generated/api-types.ts';
import { percent } from '../format.ts';
import { timeZone } from '../preferences.ts';
import { words } from '../words/words.ts';

const height = 220;

type Points = readonly [
  times: readonly number[],
  attempts: readonly number[],
  approval: readonly (number | null)[],
];

type Props = {
  readonly stats: Stats;
  /** The whole time, also where nothing was tried. Unix seconds. */
  readonly from: number;
  readonly to: number;
  /** The time that one bar is for. */
  readonly step: keyof typeof steps_s;
};

const steps_s = { hour: 3_600, day: 86_400 };

/** Attempts and the share of them that was approved, over time, by everybody together; each in the middle of its time. */
const pointsOf = ({ rows }: Stats, step_s: number): Points => {
  const byTime = [...Map.groupBy(rows, ({ from }) => from)].toSorted(([a], [b]) => a - b);
  const sums = byTime.map(([from, all]) => ({
    from,
    attempts: all.reduce((sum, row) => sum + row.attempts, 0),
    approved: all.reduce((sum, row) => sum + row.approved, 0),
  }));
  return [
    sums.map(({ from }) => from + step_s / 2),
    sums.map(({ attempts }) => attempts),
    sums.map(({ attempts, approved }) => (attempts === 0 ? null : approved / attempts)),
  ];
};

/** The library comes with the first chart. The table has what it shows, too. */
export const ApprovalChart = ({ stats, from, to, step }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const { numbers } = words.value;
  useEffect(() => {
    let chart: uPlot | undefined;
    let gone = false;
    const observer = new ResizeObserver(() => chart?.setSize({ width: widthOf(place.current), height }));
    void import('./draw-chart.ts').then(({ drawChart }) => {
      if (gone || !place.current) return;
      chart = drawChart(place.current, {
        points: pointsOf(stats, steps_s[step]),
        from,
        to: Math.ceil((to - from) / steps_s[step]) * steps_s[step] + from,
        step_s: steps_s[step],
        width: widthOf(place.current),
        height,
        attempts: numbers.attempts,
        approval: numbers.approval,
        percent: (share) => percent(share, 0),
        timeZone: timeZone.value,
      });
      observer.observe(place.current);
    });
    return () => {
      gone = true;
      observer.disconnect();
      chart?.destroy();
    };
  }, [stats]);
  return (
    <figure class="card chart">
      <figcaption>{numbers.chart}</figcaption>
      <div ref={place} aria-hidden="true" />
    </figure>
  );
};

const widthOf = (element: HTMLElement | null): number => element?.clientWidth ?? 0;
