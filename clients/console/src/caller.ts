import { signal } from '@preact/signals';
import type { Caller } from '../../server/src/generated/api-types.ts';
import { call } from './api.ts';

/** Who is signed in; undefined until that is known. */
export const caller = signal<Caller | undefined>(undefined);

export const readCaller = async (): Promise<void> => {
  caller.value = await call('retrieveCaller', {}).catch(() => undefined);
};

/** What the person may not do is not offered. */
export const may = (scope: Caller['scopes'][number]): boolean =>
  caller.value?.scopes.includes(scope) === true;
