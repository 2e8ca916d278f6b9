/**
 * Approving codes. `partial`: less than the amount was approved. `held`: approved and flagged, so nothing is captured before a person captures
 * or voids it.
 */
export const approvals: Readonly<Record<string, 'full' | 'partial' | 'held'>> = {
  '10000': 'full',
  '10008': 'full', // Honor with ID
  '10010': 'partial', // Partial value approved
  '10011': 'full', // VIP
  '10076': 'full', // Country club
  '10077': 'full', // Local banks
  '10081': 'full', // Commercial
  '10100': 'held', // Flagged as potentially risky
  '10200': 'full', // Deferred capture
};
