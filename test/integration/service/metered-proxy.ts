import { signCall } from '../../../local/aws/sign-call.ts';
import type { Store } from '../../../local/aws/store-of.ts';
import { createLoopbackServer } from '../../../local/door/loopback-server.ts';
import { listen } from '../../../local/support/listen.ts';

/** Write units by `<table>` and `<table>/<index>`. */
export type WriteUnits = Readonly<Record<string, number>>;

export type MeteredProxy = {
  readonly url: string;
  /** The write units that were used since the last call, as the store counts them. */
  readonly units: () => WriteUnits;
  readonly close: () => void;
};

type Used = { readonly CapacityUnits: number };
type Capacity = {
  readonly TableName: string;
  readonly Table: Used;
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, Used>>;
};

/** A proxy in front of a store that asks it what each write costs, indexes included. It signs what it passes on. */
export const startMeteredProxy = async (upstream: Store): Promise<MeteredProxy> => {
  let counted: Record<string, number> = {};
  const count = ({ TableName, Table, GlobalSecondaryIndexes = {} }: Capacity): void => {
    const add = (name: string, { CapacityUnits }: Used): void => {
      counted[name] = (counted[name] ?? 0) + CapacityUnits;
    };
    add(TableName, Table);
    for (const [index, used] of Object.entries(GlobalSecondaryIndexes)) add(`${TableName}/${index}`, used);
  };
  const server = createLoopbackServer({ onlyOwnUser: false }, async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
    const target = String(incoming.headers['x-amz-target']);
    const writes = /\.(PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/.test(target);
    const asked = writes ? JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: 'INDEXES' }) : body;
    const headers = await signCall(upstream, target, asked);
    const answer = await fetch(upstream.url, { method: 'POST', headers, body: asked });
    const text = await answer.text();
    if (writes && answer.ok) for (const used of [JSON.parse(text).ConsumedCapacity].flat()) count(used);
    outgoing.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
  });
  const { url } = await listen(server);
  return {
    url,
    units: () => {
      const since = counted;
      counted = {};
      return since;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
