export type Command = {
  /** As it is typed, without what it reads from a file and without a remark. */
  readonly text: string;
  /** Its heading, or its paragraph, says that it is not run here. */
  readonly marked: boolean;
};

const programs = /^(npm|npx|aws|curl|node|git)\s/;
const mark = '[not run here]';

/** Every command of a page, in blocks and in lines. What stands before a block counts as its paragraph. */
export const readCommands = (text: string): readonly Command[] => {
  const commands: Command[] = [];
  let heading = '';
  let paragraph = '';
  let fenced = false;
  const add = (typed: string): void => {
    for (const one of typed.split(' | ')) {
      const command = one.replace(/\s+#.*$|\s+<\s+\S+$/g, '').trim();
      if (programs.test(command))
        commands.push({ text: command, marked: (heading + paragraph).includes(mark) });
    }
  };
  for (const part of text.split(/\n\s*\n/)) {
    const lines = part.split('\n');
    if (!fenced && !part.startsWith('```')) paragraph = part;
    for (const line of lines) {
      if (line.startsWith('```')) fenced = !fenced;
      else if (fenced) add(line);
      else if (line.startsWith('#')) heading = line;
      else for (const [, span = ''] of line.matchAll(/`([^`]+)`/g)) add(span);
    }
  }
  return commands;
};
