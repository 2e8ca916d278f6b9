import { describe, expect, test } from '@jest/globals';
import { seededRules } from '../../local/seeded-rules.ts';
import { startService } from '../integration/service/start-service.ts';
import { type Block, pages, readBlocks } from './read-blocks.ts';
import { readExamples } from './read-examples.ts';
import { runPage } from './run-page.ts';

/**
 * Blocks that are not run, by page and by the reason in their info string: `install` sets the project up; `start` is what this test does itself;
 * `minutes` is a command with a CI step of its own; `aws` needs an account; `request` is part of an example that runs beside it.
 */
const notRun: Readonly<Record<string, Readonly<Record<string, number>>>> = {};

/** Nothing in these can be run or shown by a run: pictures, and configuration that is read and not executed. */
const pictures = ['mermaid'];

const isRun = ({ marks }: Block) => marks.includes('run') || marks.includes('output');

describe('examples of the README and the guides', () => {
  test('every block runs, or says why not, and those are counted', () => {
    const counted: Record<string, Record<string, number>> = {};
    for (const block of pages().flatMap(readBlocks)) {
      if (isRun(block) || pictures.includes(block.language)) continue;
      const reason = block.marks[0] ?? 'unmarked';
      const ofPage = counted[block.page] ?? {};
      counted[block.page] = { ...ofPage, [reason]: (ofPage[reason] ?? 0) + 1 };
    }
    expect(counted).toEqual(notRun);
  });

  test.each(pages().filter((page) => readExamples(readBlocks(page)).length > 0))(
    '%s: every example prints what the page shows',
    async (page) => {
      const service = await startService({ rules: seededRules(Date.now()) });
      try {
        expect((await runPage(readExamples(readBlocks(page)), service)).join('\n\n')).toBe('');
      } finally {
        await service.stop();
      }
    },
    180_000,
  );
});
