/**
 * Replaces `node:fs/promises` in the bundles (`infra/bundling.ts`): the SDK imports it for settings in files, which no function has, and importing it
 * as an ES module loads what reads files line by line.
 */
export const readFile = (path: string, encoding: 'utf8'): Promise<string> =>
  process.getBuiltinModule('node:fs/promises').readFile(path, encoding);
