import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readRequestBody } from '../../support/read-request-body.ts';
import { type ExecuteDependencies, type Executed, execute } from './execute.ts';
import { chooseFault, type Fault } from './faults.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import { misstateAmounts } from './misstate-amounts.ts';
import { createRouter } from './router.ts';
import type { CallName, PspRequest, PspResponse, SimulatedPsp } from './simulated-psp.ts';
import type { Timers } from './timers.ts';

export type ServeDependencies = ExecuteDependencies & {
  readonly base_path: string;
  readonly keys: IdempotencyKeys;
  readonly faults: () => readonly Fault[];
  readonly random: () => number;
  readonly timers: Pick<Timers, 'after' | 'hold'>;
  readonly onCall: (call: CallName) => void;
};

/** Fits the largest webhook that the service accepts, inside a request to verify its signature. */
const maxBodyBytes = 272 * 1024;

const defaultMs = { slow: 3000, 'late-effect': 2000 };

/** The PSP's API: route, credentials, fault, idempotency key, effect, answer. */
export const servePsp = (deps: ServeDependencies): RequestListener => {
  const route = createRouter(deps.psp.operations);
  return async (message, response) => {
    const method = message.method ?? 'GET';
    const url = new URL(message.url ?? '/', 'http://psp.invalid');
    const read = await readRequestBody(message, maxBodyBytes);
    if (read === 'gone') return;
    if (read === 'too_large') return void response.writeHead(413, { connection: 'close' }).end();
    const body = read?.toString('utf8') ?? '';
    const path = url.pathname.startsWith(`${deps.base_path}/`)
      ? url.pathname.slice(deps.base_path.length)
      : url.pathname;
    const matched = route(method, path);
    const headers = message.headers as Record<string, string | undefined>;
    const request: PspRequest = {
      path,
      params: matched?.params ?? {},
      query: url.searchParams,
      headers,
      body,
    };
    const out = { deps, message, response };
    const refusal = deps.psp.authenticate(request);
    if (refusal !== undefined) return send(out, refusal);
    if (matched === undefined) return send(out, deps.psp.refusals.unknownPath(method, url.pathname));
    const { operation } = matched;
    const call = typeof operation.call === 'function' ? operation.call(request) : operation.call;
    deps.onCall(call);
    const fault = chooseFault(deps.faults(), call, deps.random);
    const decline = fault?.kind === 'decline' ? { decline: fault.code ?? '' } : {};
    const instead = fault && refusalOf(deps.psp, fault, call, request);
    if (instead !== undefined) return send(out, instead);
    answer(out, fault, method, { ...request, ...decline }, operation.run);
  };
};

/** A fault that is the PSP's own refusal of this call. */
const refusalOf = (
  { refusals }: SimulatedPsp,
  { kind, code = '' }: Fault,
  call: CallName,
  request: PspRequest,
) => {
  if (kind === 'account-refused') return refusals.accountRefused(call);
  if (kind === 'details-refused') return refusals.detailsRefused?.(request);
  return kind === 'completion-refused' ? refusals.completionRefused?.(code) : undefined;
};

type Out = {
  readonly deps: ServeDependencies;
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
};

type Run = (request: PspRequest) => PspResponse;

const answer = (out: Out, fault: Fault | undefined, method: string, request: PspRequest, run: Run) => {
  const { refusals } = out.deps.psp;
  if (fault?.kind === 'reset-before') return void out.message.socket.destroy();
  if (fault?.kind === '5xx') return send(out, refusals.serverError(false));
  if (fault?.kind === 'rate-limit') return send(out, refusals.rateLimited());
  if (fault?.kind === 'unauthorized') return send(out, refusals.unauthorized());
  const claim = out.deps.keys.claim(method, request);
  if (fault?.kind === 'late-effect') {
    out.message.socket.destroy();
    return out.deps.timers.after(fault.ms ?? defaultMs['late-effect'], () => {
      execute(out.deps, claim, request, run);
      if (claim.kind === 'run') claim.release();
    });
  }
  const lost = fault?.kind === '5xx-after' ? refusals.serverError(true) : undefined;
  const done = execute(out.deps, claim, request, run, lost);
  const finish = () => {
    deliver(out, fault, done);
    if (claim.kind === 'run') claim.release();
  };
  if (fault?.kind === 'slow') return out.deps.timers.hold(fault.ms ?? defaultMs.slow, finish);
  finish();
};

const deliver = (out: Out, fault: Fault | undefined, { status, body, headers }: Executed): void => {
  if (fault?.kind === 'reset-after') return void out.message.socket.destroy();
  if (fault?.kind === 'html') {
    out.response.writeHead(200, { 'content-type': 'text/html' });
    return void out.response.end('<!doctype html><title>Bad gateway</title><h1>We will be right back</h1>');
  }
  const text = fault?.kind === 'wrong-amount' && body !== undefined ? misstateAmounts(body) : body;
  write(out, status, text, headers);
};

const send = (out: Out, { status, body, headers }: PspResponse): void =>
  write(out, status, body === undefined ? undefined : JSON.stringify(body), headers ?? {});

const write = ({ deps, response }: Out, status: number, body: string | undefined, headers: object): void => {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const length = { 'content-length': Buffer.byteLength(body ?? '') };
  response.writeHead(status, { ...deps.psp.headers(), ...headers, ...type, ...length });
  response.end(body);
};
