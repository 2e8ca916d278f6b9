import type { Block } from './read-blocks.ts';

/** Commands or a program of a page, and what the page says they print. Without `shown` they only have to succeed. */
export type Example = {
  readonly block: Block;
  readonly code: string;
  readonly shown: string | undefined;
};

/**
 * The examples of a page's blocks, in order: those marked `run`. What they print stands in the block after, marked `output`, or in the block
 * itself, as `# ` lines right under the command.
 */
export const readExamples = (blocks: readonly Block[]): readonly Example[] =>
  blocks.flatMap((block, index) => {
    if (!block.marks.includes('run')) return [];
    const next = blocks[index + 1];
    if (next?.marks.includes('output')) return [{ block, code: block.text, shown: next.text }];
    return block.language === 'sh' || block.language === 'bash'
      ? withComments(block)
      : [{ block, code: block.text, shown: undefined }];
  });

const withComments = (block: Block): readonly Example[] => {
  const parts: { code: string[]; shown: string[] }[] = [{ code: [], shown: [] }];
  let under = false;
  for (const line of block.text.split('\n')) {
    const last = parts.at(-1) ?? { code: [], shown: [] };
    if (under && line.startsWith('# ')) last.shown.push(line.slice(2));
    else if (last.shown.length > 0) parts.push({ code: [line], shown: [] });
    else last.code.push(line);
    under = line !== '' && (under || !line.startsWith('#'));
  }
  return parts
    .filter(({ code }) => code.some((line) => line.trim() !== ''))
    .map(({ code, shown }) => ({
      block,
      code: code.join('\n'),
      shown: shown.length === 0 ? undefined : shown.join('\n'),
    }));
};
