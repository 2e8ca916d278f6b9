import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A socket that a program listens on. `reachable`: from this process's network. */
export type Listening = { readonly address: string; readonly port: number; readonly reachable: boolean };

/** Every TCP socket on which this process's descendant `pid`, or one of its own, listens. Linux only, as the system's tables are. */
export const listeningBelow = (pid: number): readonly Listening[] => {
  const programs = family(pid);
  const ours = readlinkSync('/proc/self/ns/net');
  const tables = new Map([[ours, process.pid], ...programs.map((id) => [network(id), id] as const)]);
  const held = new Set(programs.flatMap(socketsOf));
  return [...tables].flatMap(([name, id]) =>
    rowsOf(id)
      .filter(({ inode, state }) => state === '0A' && held.has(inode))
      .map(({ address, port }) => ({ address, port, reachable: name === ours })),
  );
};

const network = (pid: number) => readlinkSync(`/proc/${pid}/ns/net`);

const family = (pid: number): readonly number[] => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((id) => id !== '')
    .flatMap((id) => family(Number(id))),
];

const socketsOf = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1] ?? [];
    } catch {
      return [];
    }
  });

const rowsOf = (pid: number) =>
  ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [, local = '', , state = '', , , , , , inode = ''] = line.trim().split(/\s+/);
        const [address = '', port = ''] = local.split(':');
        return inode === ''
          ? []
          : [{ address: dotted(address), port: Number.parseInt(port, 16), state, inode }];
      }),
  );

/** The system writes addresses of version 4 backwards; others are left as they are. */
const dotted = (hex: string): string =>
  hex.length === 8 ? [...Buffer.from(hex, 'hex')].reverse().join('.') : hex;
