export type Address = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
};

/** `/v1/charges/ch_1?limit=3` of `/v1/charges/{id}`. Throws `TypeError` for an invalid id or filter. */
export const addressOf = (path: string, { path: values = {}, query = {} }: Address): string =>
  fillPath(path, values) + toQuery(query);

/** An empty id, or dots, would change the path. */
const fillPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
      throw new TypeError(`${name}: expected a non-empty string`);
    return encodeURIComponent(value);
  });

/** `{created: {gte: 1}}` as `?created[gte]=1`. What would be read as another value, or as no filter at all, is a `TypeError`. */
const toQuery = (query: object): string => {
  const pairs = Object.entries(query).flatMap(([name, value]): readonly (readonly [string, unknown])[] =>
    isPlain(value)
      ? Object.entries(value).map(([bound, inner]) => [`${name}[${bound}]`, inner])
      : [[name, value]],
  );
  const given = pairs.filter(([, value]) => value !== undefined);
  const invalid = given.find(([, value]) => typeof value === 'object');
  if (invalid) throw new TypeError(`${invalid[0]}: expected a text, a number, true or false`);
  return given.length === 0
    ? ''
    : `?${given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')}`;
};

const isPlain = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]';
