import type { HttpHandler } from './call.ts';
import { withErrorPage } from './error-page.ts';

/** The page for a customer whose return from authentication is refused. */
export const withReturnPage = (handler: HttpHandler): HttpHandler =>
  withErrorPage(handler, ({ statusCode = 500 }) => ({ title: 'Your payment', text: textFor(statusCode) }));

const textFor = (status: number): string => {
  if (status >= 500)
    return 'We could not finish this step. You will not be charged twice. Reload this page in a moment, or go back to the shop.';
  return status === 409
    ? 'This attempt to pay has ended, and you have started another one. Finish that one, or go back to the shop to see whether your payment went through.'
    : 'This link is incomplete or out of date. Go back to the shop to see whether your payment went through.';
};
