export type FormValue =
  | string
  | number
  | boolean
  | undefined
  | readonly FormValue[]
  | { readonly [field: string]: FormValue };

/**
 * `application/x-www-form-urlencoded` with nested fields as `card[number]=…` and lists as `types[]=…`, in the given order; undefined fields are
 * omitted. The same object always gives the same bytes, as an idempotent repeat requires.
 */
export const encodeForm = (fields: { readonly [field: string]: FormValue }): string => {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) append(form, name, value);
  return form.toString();
};

const append = (form: URLSearchParams, name: string, value: FormValue): void => {
  if (value === undefined) return;
  if (typeof value !== 'object') {
    form.append(name, String(value));
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) append(form, `${name}[]`, item);
    return;
  }
  for (const [field, item] of Object.entries(value)) append(form, `${name}[${field}]`, item);
};
