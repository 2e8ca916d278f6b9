/**
 * Replaces `node:util` in the bundles (`infra/lambda/bundling.ts`). Importing it as an ES module reads all its exports, and the lazy ones load argument
 * parsing, text diffs and worker threads: more than anything else when a confirm starts.
 */
export const { isDeepStrictEqual } = process.getBuiltinModule('node:util');
