/**
 * A month and year as `MM / YY`, from whatever was typed, pasted or filled in: `1`, `0130`, `1/2030`, `2030-01`. While deleting, nothing is added, or
 * the slash could never be removed.
 */
export const formatExpiry = (typed: string, deleting: boolean): string => {
  const iso = /^\s*(\d{4})\s*[-/.]\s*(\d{1,2})\s*$/.exec(typed);
  if (iso) return joined(twoDigits(iso[2] ?? ''), iso[1] ?? '', deleting);
  const [, single = '', afterSingle = ''] = /^\s*(\d)\s*[-/.]\s*(.*)$/.exec(typed) ?? [];
  if (single !== '') return joined(`0${single}`, digitsOf(afterSingle), deleting);
  const digits = digitsOf(typed);
  if (!deleting && /^[2-9]/.test(digits)) return joined(`0${digits[0]}`, digits.slice(1), deleting);
  if (digits.length < 2 || (deleting && digits.length === 2)) return digits;
  return joined(digits.slice(0, 2), digits.slice(2), deleting);
};

const joined = (month: string, year: string, deleting: boolean): string => {
  const short = /^20\d\d$/.test(year) ? year.slice(2) : year.slice(0, 4);
  return deleting && short === '' ? month : `${month} / ${short}`;
};

const twoDigits = (month: string): string => month.padStart(2, '0');
const digitsOf = (text: string): string => text.replace(/\D/g, '');
