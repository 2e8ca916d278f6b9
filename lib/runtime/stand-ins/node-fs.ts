/**
 * Replaces `node:fs` in the bundles (`infra/lambda/bundling.ts`). The SDK imports it to measure request bodies that are files, of which there are
 * none. Importing it as an ES module reads all its exports; the lazy ones load file streams and promises.
 */
const fs = process.getBuiltinModule('node:fs');

export const { createReadStream, fstatSync, lstatSync } = fs;

export const ReadStream = {
  [Symbol.hasInstance]: (value: unknown): boolean => value instanceof fs.ReadStream,
};
