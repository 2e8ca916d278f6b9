export type CostLine = { readonly item: string; readonly arithmetic: string; readonly dollars: number };

/** `amount` of something at this many dollars each. */
export const costLine = (item: string, amount: number, dollars: number): CostLine => ({
  item,
  arithmetic: `${round(amount)} × $${round(dollars)}`,
  dollars: amount * dollars,
});

export const together = (lines: readonly CostLine[]): number =>
  lines.reduce((sum, { dollars }) => sum + dollars, 0);

const round = (value: number): string => String(Number(value.toPrecision(4)));
