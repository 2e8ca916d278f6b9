import type { PspAccount } from '../types/psp-account.ts';

/** The account's key, or undefined if its secret cannot be read: a configuration error of ours, before anything is sent. */
export const apiKeyOf = async (account: PspAccount): Promise<string | undefined> => {
  try {
    return (await account.credentials()).api_key;
  } catch {
    return undefined;
  }
};
