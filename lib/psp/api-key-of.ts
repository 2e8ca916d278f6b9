import type { PspAccount } from '../types/psp-account.ts';

/** The account's key, or undefined where its secret cannot be had: a fault of our own set-up, before anything is sent. */
export const apiKeyOf = async (account: PspAccount): Promise<string | undefined> => {
  try {
    return (await account.credentials()).api_key;
  } catch {
    return undefined;
  }
};
