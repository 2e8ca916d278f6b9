import type { HttpRequest, HttpResponse } from '../../../lib/types/transport.ts';
import { execute } from './execute.ts';
import { createRouter } from './router.ts';
import type { ServeDependencies } from './serve-psp.ts';
import type { CallName, PspRequest, PspResponse } from './simulated-psp.ts';

/** How a call goes wrong on its way: nobody is there, it does not arrive, or its answer does not. */
export type Mishap = 'down' | 'lost' | 'answer_lost' | undefined;

/** A call to a PSP in this process, without a socket: the same books, keys and answers. `mishap` is asked once the call's purpose is known. */
export type Exchange = (
  request: HttpRequest,
  mishap: (call: CallName, request: PspRequest) => Mishap,
) => HttpResponse;

export const createExchange = (deps: Omit<ServeDependencies, 'faults' | 'random' | 'timers'>): Exchange => {
  const route = createRouter(deps.psp.operations);
  const answered = ({ status, body, headers = {} }: Omit<PspResponse, 'executed'>): HttpResponse => ({
    kind: 'answered',
    status,
    headers: { ...deps.psp.headers(), ...headers },
    body: typeof body === 'string' || body === undefined ? String(body ?? '') : JSON.stringify(body),
  });
  return ({ method, url, headers, body = '' }, mishap) => {
    const { pathname, searchParams: query } = new URL(url);
    const path = pathname.slice(deps.base_path.length);
    const matched = route(method, path);
    const lowercase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const params = matched?.params ?? {};
    const request = { path, params, query, headers: Object.fromEntries(lowercase), body };
    const refusal = deps.psp.authenticate(request);
    if (refusal !== undefined) return answered(refusal);
    if (matched === undefined) return answered(deps.psp.refusals.unknownPath(method, pathname));
    const { call, run } = matched.operation;
    const name = typeof call === 'function' ? call(request) : call;
    const fate = mishap(name, request);
    if (fate === 'down') return { kind: 'not_sent', cause: 'ECONNREFUSED' };
    deps.onCall(name);
    if (fate === 'lost') return { kind: 'lost', doubt: 'timeout', cause: 'timeout' };
    const claim = deps.keys.claim(method, request);
    const done = execute(deps, claim, request, run);
    if (claim.kind === 'run') claim.release();
    return fate === 'answer_lost' ? { kind: 'lost', doubt: 'timeout', cause: 'timeout' } : answered(done);
  };
};
