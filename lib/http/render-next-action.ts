import { defined } from '../types/defined.ts';

/** What the customer has to do, as the API shows it. `frame`: `url` may be opened in a frame of the shop's page. */
export const renderNextAction = (url: string | null | undefined, frame?: true) =>
  url ? ({ type: 'redirect_to_url', redirect_to_url: { url, ...defined({ frame }) } } as const) : null;
