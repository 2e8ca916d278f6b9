import type { LogRecord } from '../../../lib/types/ports.ts';
import type { HttpResponse } from '../../../lib/types/transport.ts';
import { readInvocation } from '../../../lib/vault-protocol/read-invocation.ts';
import { type EngineSettings, type Given, type LiveProcess, startProcess } from './live-process.ts';
import { digest, type Shape, shapeOf, textOf } from './naming.ts';
import type { ProcessSpec } from './process-spec.ts';
import type { Answer, Request } from './request.ts';

/**
 * A process after some answers. The engine is deterministic between its ports, so a process *is* what it was started with and the answers it has
 * had: `shape` is the digest of those. Promises cannot be cloned, so a process that is to go on from here another way is run again from its start,
 * on the answers it had.
 */
export type ProcessNode = {
  readonly spec: ProcessSpec;
  readonly started: number;
  readonly shape: Shape;
  readonly pending: readonly Request[];
  readonly given: Given | undefined;
  /** What it reported on the way here from the node before. */
  readonly reported: readonly LogRecord[];
  /** Ids of the writes it has made. */
  readonly writes: readonly string[];
  /** What PSPs have answered it: `<kind> <outcome>`; of what went through the vault `forward <attempt> <cause>`. */
  readonly received: readonly string[];
};

type Inner = ProcessNode & {
  readonly before?: {
    readonly node: Inner;
    readonly request: number;
    readonly answer: Answer;
    readonly now: number;
  };
  readonly next: Map<string, Inner>;
  live: LiveProcess | undefined;
};

export type ProcessTree = {
  readonly start: (spec: ProcessSpec, now: number) => Promise<ProcessNode>;
  readonly answer: (node: ProcessNode, request: Request, answer: Answer, now: number) => Promise<ProcessNode>;
  /** How often the engine itself was run a step, and how many different processes that made. */
  readonly counts: { runs: number; nodes: number };
};

export const createProcessTree = (settings: EngineSettings): ProcessTree => {
  const roots = new Map<string, Inner>();
  const counts = { runs: 0, nodes: 0 };

  const nodeOf = (
    live: LiveProcess,
    known: Pick<Inner, 'spec' | 'started' | 'shape' | 'writes' | 'received' | 'before'>,
  ): Inner => {
    counts.nodes += 1;
    return {
      ...known,
      pending: live.pending(),
      given: live.given(),
      reported: live.reported(),
      next: new Map(),
      live: live.given() ? undefined : live,
    };
  };

  /** The process at this node, parked there or run again. */
  const revive = async (node: Inner): Promise<LiveProcess> => {
    const parked = node.live;
    node.live = undefined;
    if (parked) return parked;
    if (!node.before) return startProcess(settings, node.spec, node.started);
    const { node: former, request, answer, now } = node.before;
    const live = await revive(former);
    counts.runs += 1;
    await live.answer(request, answer, now);
    live.reported();
    return live;
  };

  return {
    counts,
    start: async (spec, now) => {
      const text = `${textOf(spec.work)}@${now}`;
      const key = `${spec.name} ${text}`;
      const known = roots.get(key);
      if (known) return known;
      const shape = shapeOf(text);
      const live = await startProcess(settings, spec, now);
      const node = nodeOf(live, {
        spec,
        started: now,
        shape: { text: digest(shape.text), ids: shape.ids },
        writes: [],
        received: [],
      });
      roots.set(key, node);
      return node;
    },
    answer: async (given, request, answer, now) => {
      const node = given as Inner;
      const notified = textOf(answer);
      const key = `${request.id}@${now}:${notified}`;
      const known = node.next.get(key);
      if (known) return known;
      const live = await revive(node);
      counts.runs += 1;
      await live.answer(request.id, answer, now);
      const said = shapeOf(`${textOf(request)}@${now}:${notified}`, node.shape.ids);
      const written = writeOf(request, answer);
      const next = nodeOf(live, {
        spec: node.spec,
        started: node.started,
        shape: { text: digest(node.shape.text + said.text), ids: said.ids },
        writes: written === undefined ? node.writes : [...node.writes, written],
        received: [...node.received, ...outcomeOf(request, answer)],
        before: { node, request: request.id, answer, now },
      });
      node.next.set(key, next);
      return next;
    },
  };
};

/** The id of a write that was made, as far as the process can know. */
const writeOf = (request: Request, answer: Answer): string | undefined => {
  if (request.port !== 'store' || 'thrown' in answer) return undefined;
  if (!(answer.value as { readonly ok?: boolean } | undefined)?.ok) return undefined;
  switch (request.method) {
    case 'commit':
      return request.args[0][0]?.item.write;
    case 'reserveRefund':
    case 'replaceRefund':
    case 'recordRefund':
      return request.args[1].write;
    default:
      return undefined;
  }
};

const outcomeOf = (request: Request, answer: Answer): readonly string[] => {
  if (!('value' in answer)) return [];
  switch (request.port) {
    case 'psp':
      return [`${request.call.kind} ${(answer.value as { readonly outcome: string }).outcome}`];
    case 'forward': {
      const forwarded = readInvocation(answer.value as HttpResponse);
      return [`forward ${request.request.attempt} ${'cause' in forwarded ? forwarded.cause : ''}`];
    }
    default:
      return [];
  }
};
