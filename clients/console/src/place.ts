import { computed, signal } from '@preact/signals';

const base = '/console';
const here = signal(new URL(location.href));

/** Where the person is: the parts of the path behind `/console`, and what is asked for. */
export const place = computed(() => ({
  parts: here.value.pathname.slice(base.length).split('/').filter(Boolean).map(decoded),
  query: here.value.searchParams,
}));

/** As it is, if it is no encoded text. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** The address of a page: `address(['payments', 'cs_1'])`. Empty values are left out of the query. */
export const address = (
  parts: readonly string[],
  query: Readonly<Record<string, string | undefined>> = {},
): string => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const search = new URLSearchParams(given).toString();
  return `${[base, ...parts.map(encodeURIComponent)].join('/')}${search && `?${search}`}`;
};

/** Where one is already, the history gets nothing: a form's change and its submission are one step back. */
export const go = (to: string): void => {
  const next = new URL(to, location.href);
  if (next.href !== location.href) history.pushState(null, '', next);
  here.value = next;
  scrollTo(0, 0);
};

addEventListener('popstate', () => {
  here.value = new URL(location.href);
});
