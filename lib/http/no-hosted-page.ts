import { ApiError } from '../types/api-error.ts';

export const noHostedPage = (): ApiError =>
  new ApiError(
    'hosted_page_not_configured',
    'Payment links are paid on the hosted page, and this environment has none: it needs hosted_page in infra/environments.ts, and card_capture or a vault.',
  );
