import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { buildHostedFields } from '../../clients/browser/build.ts';
import { assumptions, perIdleMonth, perMillionPayments } from '../../infra/cost-model.ts';

describe('the cost', () => {
  test('in docs/cost.md is what the script prints', () => {
    const root = new URL('../..', import.meta.url);
    const { stdout } = spawnSync(process.execPath, ['infra/cost.ts'], { cwd: root, encoding: 'utf8' });
    expect(stdout).toContain('a million payments');
    for (const table of stdout.trim().split('\n\n'))
      expect(readFileSync(new URL('docs/cost.md', root), 'utf8')).toContain(table);
  });

  test('reckons with card fields no smaller than they are', () => {
    const sent = buildHostedFields().filter(({ name }) => ['frame.html', 'fields.js'].includes(name));
    expect(sent).toHaveLength(assumptions.fields_requests);
    const bytes = sent.reduce((sum, { content }) => sum + gzipSync(content).length, 0);
    expect(bytes / 1000).toBeLessThanOrEqual(assumptions.fields_kb);
  });

  test('of every line is its amount at its price', () => {
    for (const { item, arithmetic, dollars } of [...perMillionPayments(), ...perIdleMonth()]) {
      const [amount, price] = arithmetic.split(' × $').map(Number);
      // Both are shown with four digits.
      const shown = Number(amount) * Number(price);
      expect({ item, close: Math.abs(shown - dollars) <= dollars * 0.002 }).toEqual({ item, close: true });
      expect(dollars).toBeGreaterThan(0);
    }
  });
});
