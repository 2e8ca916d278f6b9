/** Whether parsing a JSON number keeps its exact value: true for `2599.00`, false for `2599.0000000000000000001` and `1e400`. */
export const survives = (text: string): boolean => {
  const read = Number(text);
  return Number.isFinite(read) && decimal(text) === decimal(String(read));
};

/** A canonical form of each value: significant digits and a power of ten. */
const decimal = (text: string): string => {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  const [, kept = ''] = /^(.*[1-9])?0*$/.exec(digits) ?? [];
  if (kept === '') return '0';
  return `${sign}${kept}e${Number(power) - part.length + digits.length - kept.length}`;
};
