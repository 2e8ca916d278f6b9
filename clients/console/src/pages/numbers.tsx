import type { Stats } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { groupStats } from '../group-stats.ts';
import { address, go, place } from '../place.ts';
import { timeZone } from '../preferences.ts';
import { statsCsv } from '../stats-csv.ts';
import { spans, statsQuery, thirds } from '../stats-query.ts';
import { Choices, Field } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { Reading } from '../ui/reading.tsx';
import { Time } from '../ui/time.tsx';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words/words.ts';
import { ApprovalChart } from './approval-chart.tsx';
import { StatsTables } from './stats-tables.tsx';
import { StatsTiles } from './stats-tiles.tsx';

/** What was tried, approved and taken, by PSP and currency and one further fact. */
export const Numbers = () => {
  const { numbers } = words.value;
  const { query } = place.value;
  const by = thirds.find((third) => third === query.get('by')) ?? '';
  const days = spans.find((span) => span === query.get('days')) ?? '7';
  const answer = useAnswer(`${query} ${timeZone.value}`, async (signal) => {
    const asked = statsQuery(query, Date.now());
    const [split, whole] = await Promise.all([
      call('retrieveStats', { query: asked }, { signal }),
      call('retrieveStats', { query: { ...asked, by: 'psp,currency' } }, { signal }),
    ]);
    return { split, whole, from: asked.from, to: asked.to, step: asked.interval ?? 'day' };
  });
  const show = (part: object) => go(address(['numbers'], { days, by, ...part }));
  return (
    <>
      <Heading title={numbers.title} />
      <form class="filters" aria-label={words.value.payments.filter}>
        <Field label={numbers.days}>
          <Choices
            name="days"
            value={days}
            choices={spans.map((span) => [span, numbers.spans[span]])}
            onChange={(value) => show({ days: value })}
          />
        </Field>
        <Field label={numbers.by}>
          <Choices
            name="by"
            value={by}
            any={numbers.nothing}
            choices={thirds.map((third) => [third, numbers.thirds[third]])}
            onChange={(value) => show({ by: value })}
          />
        </Field>
      </form>
      <Reading answer={answer}>{(shown) => <Shown {...shown} fact={by} />}</Reading>
    </>
  );
};

type ShownProps = {
  readonly split: Stats;
  readonly whole: Stats;
  readonly from: number;
  readonly to: number;
  readonly step: 'hour' | 'day';
  readonly fact: (typeof thirds)[number] | '';
};

const Shown = ({ split, whole, from, to, step, fact }: ShownProps) => {
  const { numbers } = words.value;
  if (whole.rows.every(({ attempts, captured }) => attempts === 0 && !captured?.count))
    return <p class="empty">{numbers.none}</p>;
  return (
    <>
      <p class="note">
        {numbers.until} <Time at_ms={whole.complete_until * 1000} full />
      </p>
      <StatsTiles groups={groupStats(whole)} />
      <ApprovalChart stats={whole} from={from} to={to} step={step} />
      <StatsTables groups={groupStats(split)} fact={fact} />
      <p>
        <a
          class="quiet button"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(statsCsv(split))}`}
          download="numbers.csv"
        >
          {numbers.csv}
        </a>
      </p>
    </>
  );
};
