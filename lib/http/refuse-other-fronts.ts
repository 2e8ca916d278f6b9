import { ApiError } from '../types/api-error.ts';
import type { Call } from './call.ts';
import { cameFromConsole } from './came-from-console.ts';
import type { ConsoleSettings } from './console-settings.ts';

/** Throws `resource_missing` unless a call came through the console's own front: a sign-in sets cookies, which belong to that address alone. */
export const refuseOtherFronts = (headers: Call['headers'], settings: ConsoleSettings | undefined): void => {
  if (!cameFromConsole(headers, settings))
    throw new ApiError('resource_missing', 'People sign in at the console’s own address.');
};
