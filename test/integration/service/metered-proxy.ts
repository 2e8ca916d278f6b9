import { createServer } from 'node:http';
import { listen } from '../../../local/listen.ts';

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

/** A proxy in front of a DynamoDB server that asks it what each write costs, indexes included. */
export const startMeteredProxy = async (upstream: string): Promise<MeteredProxy> => {
  let counted: Record<string, number> = {};
  const count = ({ TableName, Table, GlobalSecondaryIndexes = {} }: Capacity): void => {
    const add = (name: string, { CapacityUnits }: Used): void => {
      counted[name] = (counted[name] ?? 0) + CapacityUnits;
    };
    add(TableName, Table);
    for (const [index, used] of Object.entries(GlobalSecondaryIndexes)) add(`${TableName}/${index}`, used);
  };
  const server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
    const target = String(incoming.headers['x-amz-target']);
    const writes = /\.(PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/.test(target);
    const answer = await fetch(upstream, {
      method: 'POST',
      headers: Object.fromEntries(
        Object.entries(incoming.headers).flatMap(([name, value]) =>
          /^(authorization|content-type|x-amz-.*)$/.test(name) ? [[name, String(value)]] : [],
        ),
      ),
      body: writes ? JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: 'INDEXES' }) : body,
    });
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
