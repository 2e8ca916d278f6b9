import { assumptions, type CostLine, perIdleMonth, perMillionPayments } from './cost-model.ts';

/** `npm run cost`: the tables of `docs/cost.md`. */
const table = (title: string, lines: readonly CostLine[]): string => {
  const total = lines.reduce((sum, { dollars }) => sum + dollars, 0);
  return [
    `| ${title} | arithmetic | $ |`,
    '|---|---|---|',
    ...lines.map(({ item, arithmetic, dollars }) => `| ${item} | ${arithmetic} | ${dollars.toFixed(2)} |`),
    `| **together** | | **${total.toFixed(2)}** |`,
  ].join('\n');
};

console.log(
  [
    table('a million payments', perMillionPayments()),
    table('a month without traffic', perIdleMonth()),
    `Assumed: ${Object.entries(assumptions)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}.`,
  ].join('\n\n'),
);
