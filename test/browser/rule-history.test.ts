import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { changesBetween } from '../../local/pages/browser/rule-changes.ts';
import type { PublishedRule } from '../../local/pages/model.ts';
import { axeProblems } from './axe-problems.ts';
import { openBrowser, openPage } from './open-browser.ts';
import { type Shop, startShop } from './start-shop.ts';

describe('the past, present and proposed versions of a rule', () => {
  let shop: Shop;
  let browser: Browser;

  before(async () => {
    [shop, browser] = await Promise.all([startShop(), openBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });
  beforeEach(() => shop.route('stripe'));

  const open = async (t: TestContext): Promise<Page> => {
    const page = await openPage(browser, t);
    await page.goto(shop.base_url);
    await page.locator('#rule .rollout', { hasText: /^Version \d+ / }).waitFor();
    return page;
  };
  const rule = () => shop.call<PublishedRule>('GET', '/v1/routing/rules/default');
  /** The rule once this version of it is in force: functions ask for new rules every second here. */
  const inForce = async (version: number): Promise<PublishedRule> => {
    const found = await rule();
    if (found.version === version) return found;
    await sleep(200);
    return inForce(version);
  };
  const publish = (fields: object) =>
    shop.call<PublishedRule>('POST', '/v1/routing/rules', { name: 'default', ...fields });
  const version = (page: Page, number: number) => page.locator(`[data-version="${number}"]`);

  test('each version says who published it and what changed, and a confirmed rollback restores one', async (t) => {
    const old = await rule();
    const next = await publish({ targets: [{ psp: 'adyen', weight: 60 }], note: 'Adyen is cheaper' });
    const page = await open(t);
    await page.getByText('Versions', { exact: true }).click();
    const newest = version(page, next.version);
    await newest.locator('.badge', { hasText: 'Published' }).waitFor();
    assert.match((await newest.textContent()) ?? '', /by key_[0-9a-z]{26} · Adyen is cheaper/);
    assert.deepEqual(
      (await newest.locator('.changes li').allTextContents()).filter((line) => /Stripe|Adyen/.test(line)),
      ['Stripe: weight 1 → not used', 'Adyen: failover only → weight 60'],
    );
    assert.equal(await newest.getByRole('button').count(), 0, 'it is in force');
    const before = version(page, old.version);
    await before.getByRole('button', { name: 'Roll back to this version' }).click();
    await before.getByRole('button', { name: 'Cancel' }).click();
    await inForce(next.version);
    await before.getByRole('button', { name: 'Roll back to this version' }).click();
    assert.ok(
      (await before.locator('.question .changes li').allTextContents()).includes(
        'Stripe: not used → weight 1',
      ),
    );
    assert.deepEqual(await axeProblems(page.mainFrame()), []);
    await page.keyboard.press('Enter');
    await version(page, next.version + 1)
      .locator('.badge', { hasText: 'Published' })
      .waitFor();
    await version(page, next.version).locator('.badge', { hasText: 'Rolled back' }).waitFor();
    assert.deepEqual((await inForce(next.version + 1)).targets, old.targets);
  });

  test('rolling back a version that somebody else has replaced meanwhile says so, and replaces nothing', async (t) => {
    const old = await rule();
    const next = await publish({ targets: [{ psp: 'adyen', weight: 2 }] });
    const page = await open(t);
    await page.getByText('Versions', { exact: true }).click();
    const before = version(page, old.version);
    await before.getByRole('button', { name: 'Roll back to this version' }).click();
    const newer = await publish({ targets: [{ psp: 'checkout_com', weight: 3 }] });
    await before.getByRole('button', { name: `Publish version ${old.version} again` }).click();
    await before.locator('.problem', { hasText: `${newer.version}` }).waitFor();
    await inForce(newer.version);
    assert.equal(newer.version, next.version + 1);
    await before.getByRole('button', { name: 'Cancel' }).click();
    await version(page, newer.version).locator('.badge', { hasText: 'Published' }).waitFor();
  });

  test('a rule is tried on recent sessions before it is published', async (t) => {
    const page = await open(t);
    for (let index = 0; index < 3; index++) await shop.session();
    const trying = page.getByRole('button', { name: 'Try on recent sessions' });
    assert.equal(await trying.getAttribute('aria-disabled'), 'true', 'nothing is changed yet');
    const legend = page.locator('.trial .legend');
    assert.equal(await legend.isVisible(), false, 'nothing is played yet');
    await page.getByLabel('Adyen', { exact: true }).fill('100');
    await page.getByLabel('Stripe', { exact: true }).fill('0');
    await page.locator('#rule button[aria-disabled=false]', { hasText: 'Try on recent' }).click();
    await page.getByText(/^Replayed the last \d+ sessions? of this rule/).waitFor();
    await page.locator('[data-trial=adyen] .figures', { hasText: /→ 100\.0\s%/ }).waitFor();
    await page.locator('[data-trial=stripe] .figures', { hasText: /→ 0\.0\s%/ }).waitFor();
    assert.equal(await legend.isVisible(), true);
    const found = await page.locator('.trial .changes li').allTextContents();
    assert.ok(
      found.some((line) =>
        /^\d+ would start at another PSP, for example cs_[0-9a-z]{26}: .* → Adyen\.$/.test(line),
      ),
    );
    assert.ok(
      found.some((line) => /^No approval estimate: too few|^First attempts approved/.test(line)),
      found.join(),
    );
    assert.deepEqual(await axeProblems(page.mainFrame()), []);
    await page.getByLabel('Stripe', { exact: true }).fill('50');
    await page.locator('[data-trial]').first().waitFor({ state: 'detached' });
  });

  test('the health of the PSPs is shown with its evidence, and what the rule does about it', async (t) => {
    const page = await open(t);
    const health = page.locator('#rule .health');
    await health.getByText('Health is only observed, and nothing is steered').waitFor();
    await health.getByText('Too few payments so far to judge.').waitFor();
    await page.route('**/demo/state', async (route) => {
      const state = await (await route.fetch()).json();
      const seen = {
        currency: 'eur',
        signal: 'approval',
        rate: 0.512,
        baseline: 0.9,
        interval: [0.43, 0.594],
        n: 141,
      };
      const health = [
        {
          psp: 'stripe',
          state: 'sick',
          evidence: 18.2,
          weight_factor: 0.05,
          until: Date.UTC(2026, 0, 1, 12),
          ...seen,
        },
        { psp: 'adyen', state: 'healthy', evidence: 0, weight_factor: 1, until: null, ...seen, rate: 0.91 },
      ];
      const rule = { ...state.rule, health: { mode: 'steer', max_shift: 40, min_share: 0 } };
      await route.fulfill({ json: { ...state, health, rule } });
    });
    await health.getByText('by at most 40 points').waitFor();
    const sick = (await health.locator('[data-health=stripe]').textContent()) ?? '';
    assert.match(sick, /^Stripe, EURSickApproved 51\.2\s% of 141 first attempts, 43\.0\s% to 59\.4\s%/);
    assert.match(sick, /before, 90\.0\s%\. Evidence 18\.2\.It keeps 5\.0\s% of its weight until \d\d:\d\d/);
    assert.match((await health.locator('[data-health=adyen]').textContent()) ?? '', /Well/);
    assert.deepEqual(await axeProblems(page.mainFrame()), []);
  });

  test('a rollout is shown with its share, and ended from here', async (t) => {
    const old = await rule();
    await publish({ targets: [{ psp: 'adyen', weight: 9 }], rollout: { percent: 20 } });
    const page = await open(t);
    await page.getByText(/gets 20 % of new sessions\. The others get version/).waitFor();
    assert.deepEqual(await axeProblems(page.mainFrame()), []);
    await page.getByRole('button', { name: 'Stop rollout' }).click();
    await page.getByText(/gets 20 % of new sessions/).waitFor({ state: 'hidden' });
    const { candidate } = await inForce(old.version);
    assert.equal(candidate, undefined);
  });
});

test('the differences between two rules are put in words', () => {
  const rule = {
    name: 'default',
    targets: [
      { psp: 'stripe', weight: 70 },
      { psp: 'adyen', weight: 0 },
    ],
    failover: { on: ['psp_unavailable', 'rate_limited'], max_attempts: 3, attempt_timeout_ms: 8_000 },
    health: { mode: 'observe', max_shift: 50, min_share: 0 },
    overrides: [],
  } as const;
  assert.deepEqual(changesBetween(rule, rule), []);
  assert.deepEqual(
    changesBetween(rule, {
      ...rule,
      targets: [
        { psp: 'stripe', weight: 50 },
        { psp: 'checkout_com', weight: 50 },
      ],
      failover: { on: ['psp_unavailable', 'processor_error'], max_attempts: 2, attempt_timeout_ms: 5_000 },
      health: { mode: 'steer', max_shift: 20, min_share: 5 },
      overrides: [{ when: { currency: ['usd'] }, targets: [{ psp: 'stripe', weight: 1 }] }],
    }),
    [
      'Stripe: weight 70 → weight 50',
      'Adyen: failover only → not used',
      'Checkout.com: not used → weight 50',
      'Tries the next PSP after: Processor error',
      'No longer tries the next PSP after: Rate limited',
      'Maximum attempts: 3 → 2',
      'Time per attempt: 8000 ms → 5000 ms',
      'Health: observe → steer',
      'Maximum shift, points: 50 → 20',
      'Minimum share, points: 0 → 5',
      'Override 1 added: {"when":{"currency":["usd"]},"targets":[{"psp":"stripe","weight":1}]}',
    ],
  );
});
