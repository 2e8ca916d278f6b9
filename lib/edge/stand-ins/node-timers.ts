/**
 * Replaces `node:timers` in the bundles (`infra/bundling.ts`). Importing it as an ES module reads all its exports, and one loads the timers that are
 * promises, with what those need.
 */
export const { clearTimeout, setTimeout } = process.getBuiltinModule('node:timers');
