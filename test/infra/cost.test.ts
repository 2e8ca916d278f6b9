import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { buildHostedFields } from '../../clients/browser/build.ts';
import { type CostLine, together } from '../../infra/cost/cost-line.ts';
import { assumptions, perMillionPayments, perMillionScreened } from '../../infra/cost/cost-model.ts';
import { idleMonth, idleVaultMonth, type Standing } from '../../infra/cost/idle-month.ts';
import { dayOfRefusals, perMillionRefused, vaultDayOfRefusals } from '../../infra/cost/junk-cost.ts';
import { standing, vaultStanding } from '../../infra/cost/standing.ts';
import { environments } from '../../infra/environments.ts';
import { vaults } from '../../infra/vaults.ts';
import { readPage } from '../docs/read-blocks.ts';

describe('the cost', () => {
  test('in docs/deploy.md is what the script prints', () => {
    const root = new URL('../..', import.meta.url);
    const { stdout } = spawnSync(process.execPath, ['infra/cost.ts'], { cwd: root, encoding: 'utf8' });
    const [table = ''] = stdout.split('\n\n');
    expect(table).toContain('a million payments');
    expect(readPage('docs/deploy.md')).toContain(table);
  });

  test('of the largest lines is what docs/deploy.md says', () => {
    for (const item of ['DynamoDB write units', 'Lambda GB-seconds']) {
      const { dollars = Number.NaN } = perMillionPayments().find((line) => line.item === item) ?? {};
      expect(readPage('docs/deploy.md')).toContain(`line ($${dollars.toFixed(2)}`);
    }
  });

  test('in the README is that of the same tables', () => {
    const dollars = (...tables: readonly (readonly CostLine[])[]) =>
      tables.map((lines) => `$${together(lines).toFixed(2)}`).join(', ');
    const { dev, prod, 'prod with the firewall': screened } = standing;
    const million = perMillionPayments();
    for (const figures of [
      dollars(million, [...million, ...perMillionScreened()]),
      dollars(idleMonth(dev), idleMonth(prod), idleMonth(screened)),
    ])
      expect(readPage('README.md')).toContain(`| ${figures} |`);
  });

  test('counts card fields no smaller than they are', () => {
    const sizes = (wanted: RegExp) =>
      buildHostedFields().flatMap(({ name, content }) =>
        wanted.test(name) ? [gzipSync(content).length] : [],
      );
    const sent = [...sizes(/^fields\.js$/), Math.max(...sizes(/^frame\./))];
    expect(sent).toHaveLength(assumptions.fields_requests);
    const bytes = sent.reduce((sum, size) => sum + size, 0);
    expect(bytes / 1000).toBeLessThanOrEqual(assumptions.fields_kb);
  });

  test('of every line is its amount at its price', () => {
    const idle = Object.values(standing).flatMap(idleMonth);
    const given = (item: string) => item.startsWith('CloudFront’s free');
    for (const { item, arithmetic, dollars } of [...perMillionPayments(), ...idle]) {
      const [amount, price] = arithmetic.split(' × $').map(Number);
      // Both are shown with four digits.
      const shown = Number(amount) * Number(price);
      expect({ item, close: Math.abs(shown - dollars) <= Math.abs(dollars) * 0.002 }).toEqual({
        item,
        close: true,
      });
      expect(Math.sign(dollars)).toBe(given(item) ? -1 : 1);
    }
  });

  /** Amount times list price, in dollars, as a person works them out. */
  const dollars = (lines: readonly CostLine[]) =>
    Object.fromEntries(lines.map((line) => [line.item, Number(line.dollars.toFixed(6))]));
  const rounded = (byHand: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(byHand).map(([item, value]) => [item, Number(value.toFixed(6))]));

  test('of a million payments is what a person works out from the list prices', () => {
    // Created, confirmed, read, one webhook, a refund for one in twenty.
    const calls = 1 + 1 + 1 + 1 + 0.05;
    const writes =
      // Session; confirm's two transactions of seven items; refund. The webhook says nothing new.
      1 +
      2 * 7 +
      0.05 * 2 +
      // Index of recovery, lists, events and movements, counters of hours and of health, the stored detector.
      2 * 1.05 +
      4 +
      0.15 +
      6 +
      0.3 +
      0.53 +
      0.53 +
      0.0438 * 8 +
      // The shared AppConfig session: two writes of 2 KB every 15 s.
      0.1752 * 2 * 2;
    // Confirm, read, webhook; windows of health; twelve processes that look every 15 s, and 10,000 cold starts; which PSPs are closed, asked by
    // four processes every 10 s, and by 20,000 that start.
    const reads = 1 + 1 + 1 + 0.53 * 3 + 12 * 0.1752 + 0.01 * 2 + 4 * 0.2628 + 0.02;
    const gb_seconds = (calls * 0.033 + 1.05 * 0.8) * 0.5 + 4.53 * 0.03 * 0.25;
    const secret_calls = 12 * 2 * 4_380;
    expect(dollars(perMillionPayments())).toEqual(
      rounded({
        'CloudFront requests': calls * (1 + 0.1),
        'CloudFront to clients, GB': calls * 2 * 0.085,
        'Card fields, CloudFront requests': 2 * 1,
        'Card fields to browsers, GB': 24 * 0.085,
        'CloudFront’s free allowance, requests': -(calls + 2) * 1,
        'CloudFront’s free allowance, functions': -2 * 0.1,
        'CloudFront’s free allowance, GB': -(calls * 2 + 24) * 0.085,
        'HTTP API requests': calls * 1,
        'Lambda requests': (calls + 4.53) * 0.2,
        'Lambda GB-seconds': gb_seconds * 13.3334,
        'DynamoDB write units': writes * 0.625,
        'DynamoDB read units': reads * 0.125,
        'AppConfig polls': 0.1752 * 0.2,
        'AppConfig configurations received': (100 + 10_000 * 0.01) * 0.0008,
        'Logs, GB': (3.5 + calls * 0.35) * 0.5,
        'Custom metrics for a month': (3 * 4 + 5 + 20 * 0.05 - 10) * 0.3,
        'Secret calls': (secret_calls / 1_000_000) * 5,
        'Key calls': ((secret_calls + 8 * 8_760) / 1_000_000) * 3,
        'Records kept and backed up for a month, GB': 2.6 * (0.25 + 0.2),
        'Entries of lists kept for a month, GB': 5 * 0.3 * 0.25,
      }),
    );
    expect(dollars(perMillionScreened())).toEqual(rounded({ 'Firewall requests': (calls + 2) * 0.6 }));
  });

  test('of an idle month is what a person works out from the list prices', () => {
    const minutes = 43_800;
    const upkeep = {
      'Recovery starts': minutes * 0.0000012,
      'Recovery GB-seconds': minutes * 0.1 * 0.5 * 0.0000133334,
      'Recovery reads': minutes * 11 * 0.5 * (0.125 / 1_000_000),
      'Health reads': (minutes * 13 * 0.125) / 1_000_000,
      'Webhook timer reads': (minutes * 0.125) / 1_000_000,
    };
    const at = (each: number) => minutes / each / 1_000_000;
    const { dev, prod } = standing;
    // Five requests; three cold calls, two waits for the PSP and the payer; two webhooks. Secrets and their keys; the shared session.
    const gb_seconds = (0.99 + 1.6) * 0.5 + (0.99 + 1.6 + 0.33) * 0.25 + 2 * 0.33 * 0.5;
    const paid =
      1.2 +
      5 * 2.3 +
      gb_seconds * 13.3334 +
      (17 + 4) * 0.625 +
      (1 + 2 + 2 + 2) * 0.125 +
      0.2 +
      8 * 5 +
      14 * 3;
    expect(dollars(idleMonth(dev))).toEqual(
      rounded({
        Secrets: 0.4,
        'Metrics under an alarm, beyond 10': (11 - 10) * 0.1,
        ...upkeep,
        'Synthetic payments, paid': at(dev.synthetic.minutes) * paid,
      }),
    );
    // Two cold calls and the payer.
    const expired =
      1.2 +
      2 * 2.3 +
      (0.66 * 0.5 + 0.99 * 0.25) * 13.3334 +
      (2 + 4) * 0.625 +
      (1 + 2 + 1) * 0.125 +
      0.2 +
      5 * 5 +
      9 * 3;
    // The probe's start, its one call, 600 ms of it and 30 ms of the function that refuses it; the secret and its key every ten minutes.
    const probe = 1.2 + 1.2 + (0.6 * 0.125 + 0.03 * 0.5) * 13.3334 + 0.1 * (5 + 3);
    expect(dollars(idleMonth(prod))).toEqual(
      rounded({
        'Encryption key': 1,
        'Calls of the encryption key': (minutes / 5) * 0.000003,
        Secrets: 2 * 0.4,
        'Metrics under an alarm, beyond 10': (prod.alarm_metrics - 10) * 0.1,
        ...upkeep,
        'Synthetic payments, expired': at(prod.synthetic.minutes) * expired,
        'Probe, every minute': at(1) * probe,
      }),
    );
  });

  test('of an idle vault is what a person works out from the list prices', () => {
    const minutes = 43_800;
    expect(dollars(idleVaultMonth(vaultStanding))).toEqual(
      rounded({
        'Encryption key': 2,
        'Calls of the encryption key': (2 * minutes * 0.000003) / 5,
        Secrets: 0.4,
        'Metrics under an alarm, beyond 10': (13 - 10) * 0.1,
        'Sweep starts': minutes * 0.0000012,
        'Sweep GB-seconds': minutes * 0.1 * 0.25 * 0.0000133334,
        'Sweep reads': (minutes * 0.5 * 0.125) / 1_000_000,
        'Calls of the router’s probe': minutes * (0.0000012 + 0.03 * 0.5 * 0.0000133334),
      }),
    );
  });

  test('of a million payments stays below its goal, with the firewall too', () => {
    const screened = [...perMillionPayments(), ...perMillionScreened()];
    expect(together(screened)).toBeLessThanOrEqual(45);
    // Before any allowance: docs/decisions/0046-what-a-million-payments-cost.md.
    const listed = perMillionPayments().filter(({ item }) => !item.startsWith('CloudFront’s free'));
    expect(listed.length).toBe(perMillionPayments().length - 3);
    expect(together(listed)).toBeLessThanOrEqual(49.7);
    const [net, allowed] = [
      together(perMillionPayments()),
      together(listed) - together(perMillionPayments()),
    ];
    expect(readPage('docs/deploy.md')).toContain(
      `A million payments are $${net.toFixed(2)}, with the firewall $${together(screened).toFixed(2)}, and $${allowed.toFixed(2)} more in an account that uses CloudFront's allowance elsewhere.`,
    );
    expect(together(idleMonth(standing['prod with the firewall']))).toBeLessThanOrEqual(17.65);
  });

  test('of an idle month stays below its goal with a synthetic payment every fifteen minutes', () => {
    const often = ({ synthetic, ...more }: Standing) =>
      Number(together(idleMonth({ ...more, synthetic: { ...synthetic, minutes: 15 } })).toFixed(2));
    expect(often(standing.dev)).toBeLessThanOrEqual(1.25);
    expect(often(standing.prod)).toBeLessThanOrEqual(5.61);
  });

  test('of a day of refused calls at every limit of the stage is what the page says, and little', () => {
    const said = readPage('docs/deploy.md');
    for (const environment of Object.values(environments))
      for (const state of ['usual', 'reduced'] as const)
        expect(said).toContain(
          `$${dayOfRefusals(environment, state).toFixed(0)} (${environment.name}${state === 'usual' ? '' : ', reduced'})`,
        );
    for (const vault of Object.values(vaults))
      expect(said).toContain(`$${vaultDayOfRefusals(vault).toFixed(0)} (${vault.name})`);
    // By hand: 339 calls a second for 86,400 s at $2.66 a million.
    expect(dayOfRefusals(environments.prod, 'usual')).toBeCloseTo(339 * 0.0864 * 2.6583, 0);
    expect(together(perMillionRefused('direct'))).toBeLessThan(together(perMillionRefused('in front')));
  });

  test('counts a dashboard that is not free and a metric beyond the free ones, and mentions neither if there is none', () => {
    const items = (more: Partial<typeof standing.dev>) =>
      idleMonth({ ...standing.dev, ...more }).map(({ item, arithmetic }) => `${item}: ${arithmetic}`);
    expect(items({ dashboard_metrics: 51 })).toContain('Dashboards that are not free: 1 × $3');
    expect(items({ alarm_metrics: 12 })).toContain('Metrics under an alarm, beyond 10: 2 × $0.1');
    expect(items({ alarm_metrics: 10 }).join()).not.toMatch(/Dashboard|alarm/);
  });
});
