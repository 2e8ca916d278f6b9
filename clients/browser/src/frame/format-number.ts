/** Digits in the groups that a card of this brand shows, and the caret's new position: after as many digits as before. */
export const formatNumber = (
  typed: string,
  caret: number,
  gaps: readonly number[],
): { readonly text: string; readonly caret: number } => {
  const before = typed.slice(0, caret).replace(/\D/g, '').length;
  const digits = typed.replace(/\D/g, '').slice(0, 19);
  let text = '';
  let place = before === 0 ? 0 : undefined;
  for (const [index, digit] of [...digits].entries()) {
    if (gaps.includes(index)) text += ' ';
    text += digit;
    if (index + 1 === before) place = text.length;
  }
  return { text, caret: place ?? text.length };
};
