import type { PageError } from '../model.ts';

/** A back end's refusal, in its own words, which name the invalid field. */
export class Refused extends Error {}

/** Calls the page's own back end. */
export const ask = async <T>(path: string, body?: object): Promise<T> => {
  const response = await fetch(path, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const read: unknown = await response.json();
  if (response.ok) return read as T;
  const { error } = read as PageError;
  throw new Refused(error.message);
};
