import type { Log } from '../types/ports.ts';
import { vault } from './vault.ts';

/** Never rejects: a code that is not released expires in the vault. */
export const releaseCvc =
  (log: Log) =>
  async (card_token: string): Promise<void> => {
    try {
      await vault()?.manage({ action: 'release', token: card_token });
    } catch {
      log({ event: 'cvc_not_released', card_token });
    }
  };
