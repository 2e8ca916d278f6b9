/**
 * Replaces `node:timers` in the bundles (`infra/lambda/bundling.ts`). Importing it as an ES module reads all its exports, one of which loads the promise
 * timers and their dependencies.
 */
export const { clearTimeout, setTimeout } = process.getBuiltinModule('node:timers');
