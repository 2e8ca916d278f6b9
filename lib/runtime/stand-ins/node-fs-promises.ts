/**
 * Replaces `node:fs/promises` in the bundles (`infra/lambda/bundling.ts`). The SDK imports it for settings in files, which no function has. Importing
 * it as an ES module loads Node's line reader.
 */
export const readFile = (path: string, encoding: 'utf8'): Promise<string> =>
  process.getBuiltinModule('node:fs/promises').readFile(path, encoding);
