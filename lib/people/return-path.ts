import { ApiError } from '../types/api-error.ts';

/** The page of the console where a sign-in ends. Throws `parameter_invalid` for any other address. */
export const returnPath = (path = '/console/'): string => {
  const page = URL.parse(path, anywhere);
  const isOurs = /^\/console\/[\x21-\x5b\x5d-\x7e]*$/.test(path) && page?.origin === anywhere;
  if (isOurs && page.pathname.startsWith('/console/') && !page.pathname.includes('//'))
    return page.pathname + page.search + page.hash;
  throw new ApiError('parameter_invalid', 'return_to: expected a path that begins with /console/.', {
    param: 'return_to',
  });
};

const anywhere = 'https://console.invalid';
