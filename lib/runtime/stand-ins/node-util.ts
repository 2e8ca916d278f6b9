/**
 * Replaces `node:util` in the bundles (`infra/lambda/bundling.ts`). Importing it as an ES module reads all its exports. The lazy ones load argument
 * parsing, text diffs and worker threads: the largest part of a confirm's cold start.
 */
export const { isDeepStrictEqual } = process.getBuiltinModule('node:util');
