import type { ApprovalSums } from '../../types/backtest.ts';

/** The expected approval rate of first attempts under the proposed rule, 0 to 1, with its 95 % interval; or why there is none. */
export type Approval =
  | { readonly effective: number; readonly estimate: number; readonly interval: readonly [number, number] }
  | { readonly effective: number; readonly refused: ApprovalRefusal };

/**
 * `sample_too_small`: under 1,000 effective attempts. `psp_not_seen`: the rule draws PSPs that took no such session. `not_as_drawn`: sessions were
 * paid at other PSPs than drawn.
 */
export const approvalRefusals = ['sample_too_small', 'psp_not_seen', 'not_as_drawn'] as const;

export type ApprovalRefusal = (typeof approvalRefusals)[number];

const smallest_sample = 1_000;
/** The largest share of attempts whose outcome may be unknown; the interval is wider by the same share. */
const most_unknown = 0.01;
/** For the standard normal distribution: 95 % lie between this and its negative. */
const z = 1.959964;

/**
 * Inverse-propensity estimate of first attempts: a later attempt depends on the earlier ones. Normalised by the sum of the weights, which equals
 * their number only on average; the bias is far below the interval at 1,000 effective attempts. The effective sample is Kish's. The interval is
 * Wilson's, for the number of plain draws that would have the same variance: a normal interval has no width at 100 %. It covers chance, but not a
 * change of season.
 */
export const estimateApproval = (sums: ApprovalSums): Approval => {
  const { attempts, weight, weight2, approved, approved2 } = sums;
  const effective = weight2 === 0 ? 0 : weight ** 2 / weight2;
  const drawn = attempts - sums.undrawn;
  const unseen = drawn === 0 ? 0 : sums.unseen / drawn;
  if (attempts < smallest_sample) return { effective, refused: 'sample_too_small' };
  if (sums.undrawn / attempts > most_unknown) return { effective, refused: 'not_as_drawn' };
  if (unseen > most_unknown) return { effective, refused: 'psp_not_seen' };
  if (effective < smallest_sample) return { effective, refused: 'sample_too_small' };
  const estimate = approved / weight;
  const variance = (approved2 * (1 - 2 * estimate) + estimate ** 2 * weight2) / weight ** 2;
  const draws = variance > 0 ? (estimate * (1 - estimate)) / variance : effective;
  const middle = (estimate + z ** 2 / (2 * draws)) / (1 + z ** 2 / draws);
  const half =
    (z * Math.sqrt((estimate * (1 - estimate)) / draws + z ** 2 / (4 * draws ** 2))) / (1 + z ** 2 / draws);
  const interval = [(middle - half) * (1 - unseen), (middle + half) * (1 - unseen) + unseen] as const;
  return { effective, estimate, interval };
};
