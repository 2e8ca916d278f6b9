export type Visit = {
  readonly status: number;
  readonly location: string;
  readonly text: string;
  /** The parsed body; empty if there is none. */
  readonly body: Readonly<Record<string, unknown>> & {
    readonly error?: { readonly code: string; readonly message: string; readonly param?: string };
  };
  readonly set: readonly string[];
};

type Asked = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
};

/** As much of a browser as signing in needs: cookies for each origin, and redirects that are followed one by one. */
export const createBrowser = () => {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string): Map<string, string> => {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const visit = async (url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Visit> => {
    const jar = jarOf(url);
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(jar.size > 0 && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const set = answer.headers.getSetCookie();
    for (const cookie of set) keep(jar, cookie);
    const text = await answer.text();
    const location = answer.headers.get('location') ?? '';
    return {
      status: answer.status,
      location: location === '' ? '' : new URL(location, url).href,
      text,
      body: text.startsWith('{') ? JSON.parse(text) : {},
      set,
    };
  };
  return { visit, cookies: jarOf };
};

export type Browser = ReturnType<typeof createBrowser>;

const keep = (jar: Map<string, string>, cookie: string): void => {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  if (/;\s*max-age=0/i.test(cookie) || /expires=thu, 01 jan 1970/i.test(cookie)) jar.delete(name);
  else jar.set(name, value);
};
