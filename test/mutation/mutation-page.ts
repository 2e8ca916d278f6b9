import { explanations } from './explanations.ts';
import { type Counts, type Left, percent, readScore, total } from './score.ts';

/** test/mutation/README.md: what `npm run mutate` found last, and why what is left may be left. */
export const mutationPage = (): string => {
  const score = readScore();
  const all = total(score);
  const explained = score.left.filter((left) => whyOf(left) !== undefined);
  const open = score.left.filter((left) => whyOf(left) === undefined);
  return `${[
    introduction,
    `## The score: ${percent(all)} %

Of ${number(score.all)} mutants, about every ${score.sampled}th is judged, chosen by a hash of its change: ${number(all.mutants)}. Of those that compile, the score is the share that is caught. “Not covered”, a line that no judge executes, counts as not caught.`,
    table(
      [
        'folder',
        'mutants',
        'caught by tests',
        'by the simulator',
        'do not compile',
        'survived',
        'not covered',
        'score',
      ],
      [...Object.entries(score.rooms).map(([room, counts]) => row(`\`${room}\``, counts)), row('all', all)],
    ),
    `## Explained: ${explained.length}

These mutants change nothing visible, or nothing that anybody relies on.`,
    ...tableOf(explained, 'why nothing changes', (left) => whyOf(left) ?? ''),
    `## Not explained: ${open.length}

Each of these means a missing test or unneeded code. “moves” marks mutants that make the simulator behave differently without breaking a rule.`,
    ...tableOf(open, '', (left) =>
      left.end === 'not_covered' ? 'not covered' : left.differs ? 'moves' : '',
    ),
  ].join('\n\n')}\n`;
};

const introduction = `# Mutation testing

<!-- Made by \`npm run docs\` from test/mutation/score.json and test/mutation/explanations.json. Do not edit. -->

After this page you know how much of the engine could be wrong without a test failing, and which mistakes nobody would notice.

\`npm run extras && npm run mutate\` changes one small thing at a time in \`lib/payments\`, \`lib/routing\` and the files of \`lib/psp\` that turn a response into an outcome: a negated condition, \`<\` for \`<=\`, an emptied block, a removed call. Its judges are the unit tests of those folders, the hard cases, the PSPs' conformance, fifteen seeds of the [simulator](../../local/psp/README.md), and the compiler. The simulator objects if an invariant breaks, if something throws or if it hangs. Suites that start processes, and the statistics of plans, are not judges: they would take days.

A run takes a quarter of an hour or more, and can be stopped and resumed. A caught mutant stays caught until \`lib\` changes; delete \`.data/mutation\` to judge everything again. \`-- --all\` judges every mutant, which takes hours. The mutants come from Stryker's instrumenter; its runner is not used, because it starts a test run for each mutant.`;

const row = (name: string, counts: Counts): readonly string[] => [
  name,
  ...[
    counts.mutants,
    counts.tests,
    counts.simulator,
    counts.compiler,
    counts.survived,
    counts.not_covered,
  ].map(number),
  `${percent(counts)} %`,
];

const number = (value: number): string => value.toLocaleString('en-US');

const whyOf = (left: Left): string | undefined =>
  explanations.find(
    ({ file, at, original, replacement }) =>
      file === left.file && at === left.at && original === left.original && replacement === left.replacement,
  )?.why;

const tableOf = (some: readonly Left[], last: string, cellOf: (left: Left) => string): readonly string[] =>
  some.length === 0
    ? []
    : [
        table(
          ['file in `lib`', 'line', 'change', last],
          some.map((left) => [
            code(left.file.replace(/^lib\//, '')),
            code(left.at),
            changeOf(left),
            cellOf(left),
          ]),
        ),
      ];

const changeOf = ({ original, replacement }: Pick<Left, 'original' | 'replacement'>): string =>
  `${code(original)} → ${code(replacement)}`;

/** Code in a cell: a bar would end it, whatever stands around it. */
const code = (text: string): string => {
  const safe = text.replaceAll('|', '\\|');
  return safe.includes('`') ? `\`\` ${safe} \`\`` : `\`${safe}\``;
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
