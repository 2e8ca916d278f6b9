/**
 * Replaces `node:util` in the bundles (`infra/bundling.ts`). Importing it as an ES module reads all its exports, and the lazy ones load what parses
 * arguments, compares texts and runs worker threads: more than anything else in a confirm's start.
 */
export const { isDeepStrictEqual } = process.getBuiltinModule('node:util');
