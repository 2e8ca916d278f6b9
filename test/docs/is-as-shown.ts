/**
 * Whether a program printed what the page shows. Ids, times and ports differ in every run and count as equal where they have the same form. In
 * what is shown, `…` stands for an id, or for any text that the page leaves out.
 */
export const isAsShown = (printed: string, shown: string, { json }: { readonly json: boolean }): boolean => {
  const [actual, expected] = [printed, shown].map((text) => {
    const neutral = neutralised(text);
    return json ? withoutLayout(neutral) : trimmed(neutral);
  });
  const pattern = (expected ?? '').split('…').map(escaped).join('[^]*?');
  return new RegExp(`^${pattern}$`).test(actual ?? '');
};

/** Stands where an id or a time was; no page and no program uses it. */
const any = '\u2402';

const neutralised = (text: string): string =>
  forms.reduce((before, [form, neutral]) => before.replace(form, neutral), text);

const forms: readonly (readonly [RegExp, string])[] = [
  [/\b(cs|ch|re|req)_([0-9a-hjkmnp-tv-z]{26}|…)/g, `$1_${any}`],
  [/_secret_(\w[\w-]*|…)/g, `_secret_${any}`],
  [/\b(sk_test|sk_live)_(\w{20,}|…)/g, `$1_${any}`],
  [/\b(pi|pm|py|pyr|pay|act|tok|seti|src)_([0-9A-Za-z]{14,}|…)/g, `$1_${any}`],
  [/'(?=[A-Z]*\d)[0-9A-Z]{16}'/g, `'${any}'`],
  [/"(?=[A-Z]*\d)[0-9A-Z]{16}"/g, `"${any}"`],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, any],
  [/\b1\d{9}(\d{3})?\b/g, any],
  [/("latency_ms": *)\d+/g, `$1${any}`],
  [/127\.0\.0\.1:\d+/g, `127.0.0.1:${any}`],
];

const withoutLayout = (text: string): string =>
  text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, quoted: string | undefined) => quoted ?? '');

const trimmed = (text: string): string => text.replace(/[ \t]+$/gm, '').trim();

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
