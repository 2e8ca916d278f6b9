/** A JSON answer in which every amount is one minor unit too high, as from a PSP that mixes up payments. */
export const misstated = (body: string): string =>
  JSON.stringify(JSON.parse(body), (name, value: unknown) =>
    typeof value === 'number' && (name.startsWith('amount') || name === 'value') ? value + 1 : value,
  );
