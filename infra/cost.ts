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

/** `npm run cost`: the tables of `docs/cost.md`. */
const table = (title: string, lines: readonly CostLine[]): string =>
  [
    `| ${title} | arithmetic | $ |`,
    '|---|---|---|',
    ...lines.map(({ item, arithmetic, dollars }) => `| ${item} | ${arithmetic} | ${dollars.toFixed(2)} |`),
    `| **together** | | **${together(lines).toFixed(2)}** |`,
  ].join('\n');

console.log(
  [
    table('a million payments, without a firewall', perMillionPayments()),
    table('more for a million payments, with the firewall', perMillionScreened()),
    table('more for a million payments with every field set', perMillionSaid()),
    table('more for a million payments kept for a month with `backup`, 35 nights', perMillionBackedUp(35)),
    ...Object.entries(standing).map(([name, what]) =>
      table(`a month without traffic, ${name}`, idleMonth(what)),
    ),
    table('a month without a card, a vault', idleVaultMonth(vaultStanding)),
    table('a million synthetic payments, paid', perMillionSynthetic('paid')),
    table('a million synthetic payments, expired', perMillionSynthetic('expired')),
    table('a million refused calls, through the distribution', perMillionRefused('in front')),
    table('a million refused calls, at the gateway’s own address', perMillionRefused('direct')),
    table(
      'a million minutes of the probe, with a key of your own',
      perMillionProbes({ own_key: true, screened: false }),
    ),
    table('a million deliveries to a webhook endpoint', perMillionDeliveries()),
    `Assumed: ${Object.entries(assumptions)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}.`,
  ].join('\n\n'),
);
