const { exp, log } = Math;

export const logOdds = (rate: number): number => log(rate / (1 - rate));

/** The rate at these log-odds. */
export const rateAt = (log_odds: number): number => 1 / (1 + exp(-log_odds));

/** The rate with its odds multiplied. */
export const withOdds = (rate: number, ratio: number): number => {
  const odds = (rate / (1 - rate)) * ratio;
  return odds / (1 + odds);
};
