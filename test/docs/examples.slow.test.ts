import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RulesDocument } from '../../lib/types/routing.ts';
import { seededRules } from '../../local/service/seeded-rules.ts';
import { type Service, startService } from '../integration/service/start-service.ts';
import { type Block, pages, readBlocks } from './read-blocks.ts';
import { readExamples } from './read-examples.ts';
import { runPage } from './run-page.ts';

/**
 * Blocks that are not run here, by page and by the first word of their info string. `install` sets the project up; `start` is what this test does
 * itself; `library` is run with the packed library by `test/clients/server`. Without a word: commands of minutes, each a CI step of its own
 * (`safety`), and what needs an AWS account (`deploy`).
 */
const notRun: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'README.md': { install: 1, start: 1 },
  '.github/CONTRIBUTING.md': { unmarked: 1 },
  'docs/checkout.md': {
    browser: 3,
    'browser-group': 1,
    'browser-payment': 1,
    'browser-pin': 1,
    'browser-wallets': 2,
  },
  'docs/deploy.md': { unmarked: 7 },
  'docs/quick-start.md': { start: 2 },
  'docs/safety.md': { unmarked: 1 },
  'docs/server-library.md': { install: 1, library: 11 },
  'docs/vault.md': { unmarked: 1 },
};

/** What is looked at and not executed. */
const pictures = ['mermaid'];

/** What a reader goes through in this order, with one `npm start`. */
const readFirst = ['README.md', 'docs/quick-start.md'];

/** What a reader comes back to, with a service whose rules have been changed before. */
const readLater = [
  'docs/routing.md',
  'docs/failover.md',
  'docs/webhooks.md',
  'docs/operate.md',
  'docs/checkout.md',
];

const start = (rules = seededRules(Date.now())): Promise<Service> => startService({ rules });

/** Other versions than a new service has, and a rule that has one PSP only, as another guide makes it. */
const withHistory = (): RulesDocument => {
  const { rules } = seededRules(Date.now());
  const [first] = Object.values(rules);
  if (first === undefined) throw new Error('A new service has a rule.');
  const adyen = { ...first, name: 'adyen', targets: [{ psp: 'adyen', weight: 1 }] };
  return { rules: { [first.name]: { ...first, version: 7 }, adyen } };
};

/** What did not come out as the page shows it, one below the other. */
const problemsOf = async (page: string, service: Service): Promise<string> =>
  (await runPage(readExamples(readBlocks(page)), service)).join('\n\n');

/** Blocks that are neither run nor what the block before them prints. */
const leftOut = (page: string): readonly Block[] =>
  readBlocks(page).filter(
    ({ marks, language }) =>
      !['run', 'output'].some((mark) => marks.includes(mark)) && !pictures.includes(language),
  );

describe('examples of the README and the guides', () => {
  test('every block runs, or says why not, and those are counted', () => {
    const counted: Record<string, Record<string, number>> = {};
    for (const { page, marks } of pages().flatMap(leftOut)) {
      const [reason = 'unmarked'] = marks;
      const ofPage = counted[page] ?? {};
      counted[page] = { ...ofPage, [reason]: (ofPage[reason] ?? 0) + 1 };
    }
    expect(counted).toEqual(notRun);
  });

  test('nothing is shown as output of nothing', () => {
    const orphans = pages().flatMap((page) => {
      const blocks = readBlocks(page);
      return blocks.filter(({ marks }, index) => {
        const before = blocks[index - 1]?.marks ?? [];
        return marks.includes('output') && !before.includes('run') && !before.includes('library');
      });
    });
    expect(orphans).toEqual([]);
  });

  const alone = pages().filter(
    (page) => ![...readFirst, ...readLater].includes(page) && readExamples(readBlocks(page)).length > 0,
  );
  test.each(alone)('%s: every example prints what the page shows', async (page) => {
    const service = await start();
    try {
      expect(await problemsOf(page, service)).toBe('');
    } finally {
      await service.stop();
    }
  });
});

describe.each<[string, () => RulesDocument, readonly string[]]>([
  ['a new service', () => seededRules(Date.now()), readFirst],
  ['one whose rules were changed before', withHistory, readLater],
])('one page after the other, with %s', (_, rules, read) => {
  let service: Service;
  beforeAll(async () => {
    service = await start(rules());
  });
  afterAll(() => service?.stop());

  test.each(read)('%s: every example prints what the page shows', async (page) => {
    expect(readExamples(readBlocks(page)).length).toBeGreaterThan(0);
    expect(await problemsOf(page, service)).toBe('');
  });
});
