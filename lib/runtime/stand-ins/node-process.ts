/**
 * Replaces `node:process` in the bundles (`infra/lambda/bundling.ts`). Importing it as an ES module reads all its exports; the global is the same
 * object.
 */
export const { env, versions } = process;
