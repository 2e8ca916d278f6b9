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

Of ${number(score.all)} mutants, about every ${score.sampled}th is judged, chosen by a hash of its change: ${number(all.mutants)}. Of those that compile, ${percent(all)} % are caught. A mutant whose line no judge executes
(“not covered”) counts as not caught. The figures are from the last run; lines that have changed since will be judged in the next one.`,
    table(
      [
        'room',
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
    ...byFile(explained, ({ at, ...left }) => [code(at), changeOf(left), whyOf({ at, ...left }) ?? '']),
    `## Not explained: ${open.length}

Each of these means a missing test or unneeded code. “moves” marks mutants that make the simulator behave differently without breaking a rule.`,
    ...byFile(open, (left) => [
      code(left.at),
      changeOf(left),
      left.end === 'not_covered' ? 'not covered' : left.differs ? 'moves' : '',
    ]),
  ].join('\n\n')}\n`;
};

const introduction = `# Mutation testing

<!-- Made by \`npm run docs\` from test/mutation/score.json and test/mutation/explanations.json. Do not edit. -->

After this page you know how much of the engine could be wrong without a test failing, and which mistakes nobody would notice.

\`npm run extras && npm run mutate\` changes one small thing at a time in \`lib/payments\`, \`lib/routing\` and the files of \`lib/psp\` that turn
an answer into an outcome: a negated condition, \`<\` for \`<=\`, \`&&\` for \`||\`, an emptied block, string or list, a removed call. It then asks its judges one after the other until one
objects: the unit tests of those folders, the hard cases, the PSPs' conformance, fifteen seeds of sixty payments in the [simulator](../../local/psp/README.md), and the compiler. The simulator objects if an invariant breaks, if
something throws, or if it hangs, but not if it merely behaves differently. Suites that start processes, and the statistics of plans, are not judges: they would take days.

The mutants come from Stryker's instrumenter. Its runner can ask Jest alone, and starts a test run for each mutant, so it is not used. A run takes a quarter of an hour or more, and can be stopped and resumed. A caught mutant
stays caught until \`lib\` changes; delete \`.data/mutation\` to judge everything again. \`-- --all\` judges every mutant, which takes hours.`;

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

const byFile = (some: readonly Left[], cells: (left: Left) => readonly string[]): readonly string[] =>
  [...new Set(some.map(({ file }) => file))].map(
    (file) =>
      `**${file}**\n\n${table(['line', 'change', ''], some.filter((left) => left.file === file).map(cells))}`,
  );

const changeOf = ({ original, replacement }: Pick<Left, 'original' | 'replacement'>): string =>
  `${code(original)} → ${code(replacement)}`;

/** Code in a cell: a bar would end it, whatever stands around it. */
const code = (text: string): string => {
  const safe = text.replaceAll('|', '\\|');
  return safe.includes('`') ? `\`\` ${safe} \`\`` : `\`${safe}\``;
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
