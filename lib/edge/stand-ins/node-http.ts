/**
 * Stands for `node:http` in the bundles (`infra/bundling.ts`). Importing that one as an ES module reads each of its exports, and some of them are lazy and load
 * the whole of undici: a tenth of a cold start for something that is never used.
 */
const http = process.getBuiltinModule('node:http');

export default http;
export const { Agent, request, STATUS_CODES } = http;
