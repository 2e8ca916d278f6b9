import { explanations } from './explanations.ts';
import { type Counts, type Left, percent, readScore, total } from './score.ts';

/** test/mutation/README.md: what `npm run mutate` found last, and what is left to explain. */
export const mutationPage = (): string => {
  const score = readScore();
  const all = total(score);
  const open = score.left.filter((left) => !isExplained(left));
  const explained = score.left.length - open.length;
  return `${[
    introduction,
    `## The score: ${percent(all)} %

Of ${number(score.all)} mutants, about every ${score.sampled}th is judged, chosen by a hash of its change. Of those that compile, the score is the share that is caught. A line that no judge executes (“not covered”) counts as not caught.`,
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
      [
        ...Object.entries(score.folders).map(([name, counts]) =>
          row(`\`${name.replace(', ', '`, `')}\``, counts),
        ),
        row('all', all),
      ],
    ),
    `## Not caught: ${score.left.length}

${explained} change nothing visible, or nothing that anybody relies on: \`test/mutation/explanations.json\` has each with the reason. ${leftToExplain(open.length)}`,
    ...tableOf(open),
  ].join('\n\n')}\n`;
};

const introduction = `# Mutation testing

<!-- Made by \`npm run docs\` from test/mutation/score.json and test/mutation/explanations.json. Do not edit. -->

After this page you know how much of the engine could be wrong without a test failing, and which mistakes nobody would notice.

\`npm run extras && npm run mutate\` changes one small thing at a time in \`lib/charge\`, \`lib/payments\`, \`lib/routing\` and the files of \`lib/psp\` that turn a response into an outcome: a negated condition, \`<\` for \`<=\`, an emptied block, a removed call. Its judges are the unit tests of those folders, the hard cases, the PSPs' conformance, fifteen seeds of the simulator, and the compiler.

A run takes a quarter of an hour or more, and can be stopped and resumed. A caught mutant stays caught until \`lib\` changes; delete \`.data/mutation\` to judge everything again. \`-- --all\` judges every mutant, which takes hours.`;

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

const leftToExplain = (count: number): string =>
  count === 0
    ? 'None is left to explain.'
    : `${count} are not explained: each means a missing test or unneeded code. “moves” marks those that make the simulator behave differently without breaking a rule.`;

const isExplained = (left: Left): boolean =>
  explanations.some(
    ({ file, at, original, replacement }) =>
      file === left.file && at === left.at && original === left.original && replacement === left.replacement,
  );

const tableOf = (some: readonly Left[]): readonly string[] =>
  some.length === 0
    ? []
    : [
        table(
          ['file in `lib`', 'line', 'change', ''],
          some.map((left) => [
            code(left.file.replace(/^lib\//, '')),
            code(left.at),
            changeOf(left),
            left.end === 'not_covered' ? 'not covered' : left.differs ? 'moves' : '',
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
