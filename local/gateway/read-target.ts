/** The target of a request. */
export type Target = {
  /** Decoded, as HTTP APIs pass it. */
  readonly path: string;
  /** As sent. */
  readonly rawQueryString: string;
  /** Decoded, the values of a repeated name joined with commas; undefined without a query. */
  readonly query: Readonly<Record<string, string>> | undefined;
};

/** Undefined if the request target is not a path, or its percent-encoding is broken. */
export const readTarget = (requestTarget: string): Target | undefined => {
  const relative = requestTarget.startsWith('/') ? requestTarget : withoutOrigin(requestTarget);
  if (relative === undefined) return undefined;
  const mark = relative.indexOf('?');
  const rawQueryString = mark < 0 ? '' : relative.slice(mark + 1);
  try {
    const path = decodeURIComponent(mark < 0 ? relative : relative.slice(0, mark));
    return { path, rawQueryString, query: decodeQuery(rawQueryString) };
  } catch {
    return undefined;
  }
};

/** The absolute form, as a proxy sends it. */
const withoutOrigin = (requestTarget: string): string | undefined => {
  const rest = /^https?:\/\/[^/?]+(.*)$/i.exec(requestTarget)?.[1];
  return rest === undefined || rest.startsWith('/') ? rest : `/${rest}`;
};

const decodeQuery = (rawQueryString: string): Record<string, string> | undefined => {
  if (rawQueryString === '') return undefined;
  const query: Record<string, string> = Object.create(null);
  for (const pair of rawQueryString.split('&')) {
    if (pair === '') continue;
    const mark = pair.indexOf('=');
    const name = decode(mark < 0 ? pair : pair.slice(0, mark));
    const value = mark < 0 ? '' : decode(pair.slice(mark + 1));
    query[name] = name in query ? `${query[name]},${value}` : value;
  }
  return query;
};

const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
