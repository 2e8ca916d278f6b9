/**
 * Replaces `node:http` in the bundles (`infra/lambda/bundling.ts`). Importing it as an ES module reads all its exports. Some are lazy and load all of
 * undici, which nothing uses: a tenth of a cold start.
 */
const http = process.getBuiltinModule('node:http');

export default http;
export const { Agent, request, STATUS_CODES } = http;
