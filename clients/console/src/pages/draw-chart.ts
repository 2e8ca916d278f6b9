import uPlot from 'uplot';

type Drawn = {
  readonly points: readonly [readonly number[], readonly number[], readonly (number | null)[]];
  /** The whole time, also where nothing was tried. Unix seconds. */
  readonly from: number;
  readonly to: number;
  /** No mark of the time is for less. Seconds. */
  readonly step_s: number;
  readonly width: number;
  readonly height: number;
  readonly attempts: string;
  readonly approval: string;
  readonly percent: (share: number) => string;
  readonly timeZone: string;
};

const multiples = [1, 2, 3, 4, 6, 7, 8, 12, 14, 24];

/** Bars for the attempts, a line for approval, each with a scale of its own. Colours are those of the page. */
export const drawChart = (place: HTMLElement, drawn: Drawn): uPlot => {
  const { bars } = uPlot.paths;
  const [fill, line, text, grid] = ['--drawn', '--accent', '--soft', '--line'].map((name) =>
    colorOf(place, name),
  );
  const axis = {
    stroke: text ?? '',
    grid: { stroke: grid ?? '', width: 1 },
    ticks: { show: false },
    font: '12px system-ui',
  };
  return new uPlot(
    {
      width: drawn.width,
      height: drawn.height,
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), drawn.timeZone),
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: true, range: [drawn.from, drawn.to] },
        attempts: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] },
        share: { range: [0, 1] },
      },
      axes: [
        { ...axis, incrs: multiples.map((times) => times * drawn.step_s) },
        { ...axis, scale: 'attempts', size: 50, grid: { show: false } },
        { ...axis, scale: 'share', side: 1, size: 50, values: (_, shares) => shares.map(drawn.percent) },
      ],
      series: [
        {},
        {
          label: drawn.attempts,
          scale: 'attempts',
          fill: fill ?? '',
          ...(bars && { paths: bars({ size: [0.6, 40] }) }),
          points: { show: false },
        },
        {
          label: drawn.approval,
          scale: 'share',
          stroke: line ?? '',
          width: 2,
          points: { show: true, size: 6 },
        },
      ],
    },
    drawn.points as unknown as uPlot.AlignedData,
    place,
  );
};

/** What a custom property is here, dark or light, as a colour that a canvas knows. */
const colorOf = (place: HTMLElement, name: string): string => {
  const probe = place.appendChild(document.createElement('span'));
  probe.style.color = `var(${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};
