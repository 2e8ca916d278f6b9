/**
 * Adyen's webhooks name the payment and its modifications by `merchantReference` alone (≤80 characters), so a modification's reference holds
 * our charge id and our operation id, joined by a dot that neither contains.
 */
export const writeReference = (charge: string, operation: string): string => `${charge}.${operation}`;

/** Both ids of a `merchantReference`, or undefined for one that is not ours. */
export const readReference = (
  reference: string | undefined,
): { readonly charge: string; readonly operation?: string } | undefined => {
  const [charge, operation] = (reference ?? '').split('.', 2);
  if (!charge?.startsWith('ch_')) return undefined;
  return operation ? { charge, operation } : { charge };
};
