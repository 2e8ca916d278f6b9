/**
 * Where a page at `origin` loads the card fields from: this machine's other name, so that the browser treats shop and card as two origins, as when
 * deployed. The same origin if there is no other name.
 */
export const fieldsOrigin = (origin: string): string => {
  const url = URL.parse(origin);
  if (url?.hostname === '127.0.0.1') url.hostname = 'localhost';
  else if (url?.hostname === 'localhost') url.hostname = '127.0.0.1';
  return url?.origin ?? "'none'";
};
