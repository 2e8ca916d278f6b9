/**
 * A merchant's address with `session_id` in place of any that it has. Its other parameters stay as they are: `searchParams` would write each in its own
 * way, and a shop may have signed them.
 */
export const withSessionId = (url: URL, id: string): string => {
  const others = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !/^session_id(=|$)/.test(part));
  const target = new URL(url);
  target.search = [...others, `session_id=${id}`].join('&');
  return target.href;
};
