import type { NextActionObject } from '../contract/next-action.ts';
import { defined } from '../types/defined.ts';

/** What the customer has to do, as the API shows it. `frame`: `url` may be opened in a frame of the shop's page. */
export const renderNextAction = (url: string | null | undefined, frame?: true): NextActionObject | null =>
  url ? { type: 'redirect_to_url', redirect_to_url: { url, ...defined({ frame }) } } : null;
