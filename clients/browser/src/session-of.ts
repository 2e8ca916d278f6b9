import type { ConfirmResult } from './types.ts';

/** The id in a session's client secret; undefined for anything else. */
export const sessionOf = (client_secret: unknown): string | undefined =>
  typeof client_secret === 'string'
    ? /^(cs_[0-9a-z]{26})_secret_[\w-]+$/.exec(client_secret)?.[1]
    : undefined;

export const notASecret: ConfirmResult = {
  status: 'refused',
  code: 'token_invalid',
  message: 'This is not the client_secret of a session.',
};

/** For the developer. The value itself is not shown: it may be another secret. */
export const complain = (client_secret: unknown): void =>
  console.error(
    `client_secret: token_invalid. Expected the client_secret of a session, got ${kindOf(client_secret)}.`,
  );

const kindOf = (value: unknown): string => {
  if (typeof value === 'string') return /^cs_[0-9a-z]+$/.test(value) ? 'its id' : 'another text';
  return value === null ? 'null' : typeof value;
};
