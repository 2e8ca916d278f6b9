import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The scope in which each planted mistake has shown, by the mistake's name. */
export type ShownIn = Readonly<Record<string, string>>;

const file = join(import.meta.dirname, 'shown-in.json');

/** Of the last `npm run explore -- --mutants --publish`: where to look first. Another scope may show it as well. */
export const readShownIn = (): ShownIn =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ShownIn) : {};

export const writeShownIn = (shown: ShownIn): void => {
  const sorted = Object.fromEntries(Object.entries(shown).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
};
