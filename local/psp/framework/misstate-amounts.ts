/** A JSON answer in which every amount is one minor unit too high, as if the PSP had mixed up payments. */
export const misstateAmounts = (body: string): string =>
  JSON.stringify(JSON.parse(body), (name, value: unknown) => {
    if (typeof value === 'number') return name.startsWith('amount') || name === 'value' ? value + 1 : value;
    return name === 'value' && typeof value === 'string' ? oneMore(value) : value;
  });

/** A decimal string with its last digit incremented; any other text unchanged. */
const oneMore = (text: string): string => {
  const [, whole = '', point = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '') return text;
  const digits = String(BigInt(whole + point) + 1n).padStart(whole.length + point.length, '0');
  return point === '' ? digits : `${digits.slice(0, -point.length)}.${digits.slice(-point.length)}`;
};
