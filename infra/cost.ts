import { type CostLine, together } from './cost/cost-line.ts';
import {
  assumptions,
  perMillionBackedUp,
  perMillionPayments,
  perMillionSaid,
  perMillionScreened,
} from './cost/cost-model.ts';
import { idleMonth, idleVaultMonth } from './cost/idle-month.ts';
import { perMillionRefused } from './cost/junk-cost.ts';
import { perMillionProbes } from './cost/probe-cost.ts';
import { standing, vaultStanding } from './cost/standing.ts';
import { perMillionSynthetic } from './cost/synthetic-cost.ts';
import { perMillionDeliveries } from './cost/webhook-cost.ts';

const tables: readonly (readonly [title: string, lines: readonly CostLine[]])[] = [
  ['a million payments', perMillionPayments()],
  ['more with the firewall', perMillionScreened()],
  ['more with every field set', perMillionSaid()],
  ['more with `backup`, 35 nights, in a month', perMillionBackedUp(35)],
  ...Object.entries(standing).map(([name, what]) => [`an idle month, ${name}`, idleMonth(what)] as const),
  ['an idle month, a vault', idleVaultMonth(vaultStanding)],
  ['a million refused calls', perMillionRefused('in front')],
  ['a million refused at the gateway’s own address', perMillionRefused('direct')],
  ['a million webhook deliveries', perMillionDeliveries()],
];

/** What an idle month is made of. */
const parts: typeof tables = [
  ['a million synthetic payments, paid', perMillionSynthetic('paid')],
  ['a million synthetic payments, expired', perMillionSynthetic('expired')],
  [
    'a million minutes of the probe, with a key of your own',
    perMillionProbes({ own_key: true, screened: false }),
  ],
];

const withArithmetic = (title: string, lines: readonly CostLine[]): string =>
  [
    `| ${title} | arithmetic | $ |`,
    '|---|---|---|',
    ...lines.map(({ item, arithmetic, dollars }) => `| ${item} | ${arithmetic} | ${dollars.toFixed(2)} |`),
    `| **together** | | **${together(lines).toFixed(2)}** |`,
  ].join('\n');

/** `npm run cost`: the table of `docs/deploy.md`, and how each of its figures comes about. */
console.log(
  [
    [
      '| | $ |',
      '|---|--:|',
      ...tables.map(([title, lines]) => `| ${title} | ${together(lines).toFixed(2)} |`),
    ].join('\n'),
    ...[...tables, ...parts].map(([title, lines]) => withArithmetic(title, lines)),
    `Assumed: ${Object.entries(assumptions)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}.`,
  ].join('\n\n'),
);
