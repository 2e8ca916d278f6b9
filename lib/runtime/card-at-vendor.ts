import type { VendorCard } from '../http/to-payment-method.ts';
import { ApiError } from '../types/api-error.ts';
import { vendorVault } from './vault.ts';

/**
 * Looks up the paying card at a vendor's vault, which gives no receipts, in one call. Undefined if there is no vendor. Throws `vault_unavailable` if
 * the look-up fails: nothing was sent to a PSP or recorded.
 */
export const cardAtVendor = async (token: string): Promise<VendorCard | undefined> => {
  const vendor = vendorVault();
  if (!vendor) return undefined;
  try {
    const card = await vendor.describe(token);
    return { card: card && { ...card, token } };
  } catch {
    throw new ApiError(
      'vault_unavailable',
      'The card vault does not answer. Nothing was charged. Try again.',
      {
        retry_after: 1,
      },
    );
  }
};
