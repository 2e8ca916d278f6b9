import type * as z from 'zod/mini';
import type { confirmSessionBody } from '../contract/bodies/confirm-session-body.ts';
import { ApiError } from '../types/api-error.ts';
import type { BrowserData } from '../types/three-d-secure.ts';
import { slotMark } from '../vault-protocol/slots.ts';
import type { Call } from './call.ts';

type Confirm = Pick<Call<z.output<typeof confirmSessionBody>>, 'body' | 'headers' | 'view'>;

/** No browser sends a longer header. */
const longest = 512;

/**
 * The browser that confirms. A customer's own browser is described by its headers. A merchant's server has to pass them on: without `user_agent` it
 * is refused with `parameter_missing`. A header that contains slot text is refused, like any field.
 */
export const browserOf = ({
  body: { browser },
  headers,
  view,
}: Confirm): { readonly browser?: BrowserData } => {
  if (!browser) return {};
  const own = view === 'redacted' ? headers : {};
  const user_agent = browser.user_agent ?? own['user-agent']?.slice(0, longest);
  if (!user_agent)
    throw new ApiError(
      'parameter_missing',
      "browser.user_agent: expected the browser's own user-agent header.",
      {
        param: 'browser.user_agent',
      },
    );
  const accept_header = browser.accept_header ?? own.accept?.slice(0, longest) ?? '*/*';
  for (const [field, value] of Object.entries({ user_agent, accept_header }))
    if (value.includes(slotMark)) throw slotIn(`browser.${field}`);
  return { browser: { ...browser, user_agent, accept_header } };
};

const slotIn = (param: string): ApiError =>
  new ApiError('parameter_invalid', `${param}: expected a header without "${slotMark}" in it.`, { param });
