/** Replaces `node:process` in the bundles (`infra/lambda/bundling.ts`): the global is the same, and importing it as an ES module reads all its exports. */
export const { env, versions } = process;
