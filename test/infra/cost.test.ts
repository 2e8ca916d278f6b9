import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { buildHostedFields } from '../../clients/browser/build.ts';
import { together } from '../../infra/cost-line.ts';
import { assumptions, perMillionPayments } from '../../infra/cost-model.ts';
import { idleMonth } from '../../infra/idle-month.ts';
import { standing } from '../../infra/standing.ts';

describe('the cost', () => {
  test('in docs/cost.md is what the script prints', () => {
    const root = new URL('../..', import.meta.url);
    const { stdout } = spawnSync(process.execPath, ['infra/cost.ts'], { cwd: root, encoding: 'utf8' });
    expect(stdout).toContain('a million payments');
    for (const table of stdout.trim().split('\n\n'))
      expect(readFileSync(new URL('docs/cost.md', root), 'utf8')).toContain(table);
  });

  test('counts card fields no smaller than they are', () => {
    const sent = buildHostedFields().filter(({ name }) => ['frame.html', 'fields.js'].includes(name));
    expect(sent).toHaveLength(assumptions.fields_requests);
    const bytes = sent.reduce((sum, { content }) => sum + gzipSync(content).length, 0);
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

  test('of a million payments and of a month with the firewall stays below its goal', () => {
    expect(together(perMillionPayments())).toBeLessThanOrEqual(45);
    // Before any allowance: docs/decisions/0046-what-a-million-payments-cost.md.
    const listed = perMillionPayments().filter(({ item }) => !item.startsWith('CloudFront’s free'));
    expect(listed.length).toBe(perMillionPayments().length - 3);
    expect(together(listed)).toBeLessThanOrEqual(49.4);
    expect(together(idleMonth(standing['prod with the firewall']))).toBeLessThanOrEqual(17.5);
  });

  test('counts a dashboard that is not free and a metric beyond the free ones, and mentions neither if there is none', () => {
    const items = (more: Partial<typeof standing.dev>) =>
      idleMonth({ ...standing.dev, ...more }).map(({ item, arithmetic }) => `${item}: ${arithmetic}`);
    expect(items({ dashboard_metrics: 51 })).toContain('Dashboards that are not free: 1 × $3');
    expect(items({ alarm_metrics: 12 })).toContain('Metrics under an alarm, beyond 10: 2 × $0.1');
    expect(items({}).join()).not.toMatch(/Dashboard|alarm/);
  });
});
