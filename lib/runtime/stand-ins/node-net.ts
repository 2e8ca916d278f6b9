/**
 * Replaces `node:net` in the bundles (`infra/lambda/bundling.ts`). Importing it as an ES module reads all its exports, two of which are lazy: lists
 * of addresses.
 */
const net = process.getBuiltinModule('node:net');

export const { connect, isIP, isIPv6 } = net;

/** Node's own class, loaded when the first list is made. */
export const BlockList = new Proxy(Object, { construct: () => new net.BlockList() });
