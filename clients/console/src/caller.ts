import { signal } from '@preact/signals';
import type { Caller } from '../../server/src/generated/api-types.ts';
import { call } from './api.ts';
import { ApiProblem } from './api-problem.ts';

/** Who is signed in; undefined until that is known. */
export const caller = signal<Caller | undefined>(undefined);

/** Why that could not be read, if it could not. */
export const callerProblem = signal<ApiProblem | undefined>(undefined);

/** Whoever was known before stays, with what they have typed. */
export const readCaller = async (): Promise<void> => {
  try {
    caller.value = await call('retrieveCaller', {});
    callerProblem.value = undefined;
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem;
    callerProblem.value = problem;
  }
};

/** What the person may not do is not offered. */
export const may = (scope: Caller['scopes'][number]): boolean =>
  caller.value?.scopes.includes(scope) === true;
