/**
 * Whether a program printed what the page shows. Ids, times and ports differ in every run and count as equal where they have the same form; layout
 * outside quotes does not count. In what is shown, `…` stands for an id, or for any text that the page leaves out.
 */
export const isAsShown = (printed: string, shown: string): boolean => {
  const pattern = withoutLayout(neutralised(shown)).split('…').map(escaped).join('[\\s\\S]*?');
  return new RegExp(`^${pattern}$`).test(withoutLayout(neutralised(printed)));
};

/** Stands where an id or a time was; no page and no program uses it. */
const any = '\u2402';

const neutralised = (text: string): string =>
  forms.reduce((before, [form, neutral]) => before.replace(form, neutral), text);

const forms: readonly (readonly [RegExp, string])[] = [
  [/\b(cs|ch|re|req)_([0-9a-hjkmnp-tv-z]{26}|…)/g, `$1_${any}`],
  [/_secret_(\w[\w-]*|…)/g, `_secret_${any}`],
  [/\b(sk_test|sk_live)_(\w{20,}|…)/g, `$1_${any}`],
  [/\b(re|pi|pm|pay|act)_([0-9A-Za-z]{24,}|…)/g, `$1_${any}`],
  [/'(?=[A-Z]*\d)[0-9A-Z]{16}'/g, `'${any}'`],
  [/"(?=[A-Z]*\d)[0-9A-Z]{16}"/g, `"${any}"`],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, any],
  [/\b1\d{9}(\d{3})?\b/g, any],
  [/("(?:latency|settled)_ms": *)\d+/g, `$1${any}`],
  [/127\.0\.0\.1:\d+/g, `127.0.0.1:${any}`],
];

const withoutLayout = (text: string): string =>
  text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, quoted: string | undefined) => quoted ?? '');

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
