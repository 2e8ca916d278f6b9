import type { HttpHandler, HttpResult } from './call.ts';
import { withErrorPage } from './error-page.ts';

/** The page for a person whom the console refuses. */
export const withSignInPage = (handler: HttpHandler): HttpHandler =>
  withErrorPage(handler, (refusal) => ({
    title: 'You are not signed in',
    text: messageOf(refusal),
    link: { to: '/console/', label: 'Back to the console' },
  }));

const messageOf = ({ body = '' }: HttpResult): string => {
  const { error } = JSON.parse(body) as { readonly error: { readonly message: string } };
  return error.message;
};
