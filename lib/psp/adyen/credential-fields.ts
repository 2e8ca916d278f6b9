import type { Credential } from '../../types/credential.ts';

/** Source: `shopperInteraction` and `recurringProcessingModel` of PaymentRequest. */
export const credentialFields = (credential: Credential | undefined) => {
  if (credential === undefined) return {};
  if (credential.usage === 'store')
    return {
      shopperInteraction: 'Ecommerce',
      recurringProcessingModel: credential.for === 'off_session' ? 'UnscheduledCardOnFile' : 'CardOnFile',
    };
  return { shopperInteraction: 'ContAuth', recurringProcessingModel: modelOf(credential) };
};

/** `CardOnFile`: the customer is present and pays with stored details. `Subscription`: the merchant charges on a schedule. */
const modelOf = (credential: Extract<Credential, { usage: 'stored' }>): string => {
  if (credential.initiator === 'customer') return 'CardOnFile';
  return credential.reason === 'unscheduled' ? 'UnscheduledCardOnFile' : 'Subscription';
};
