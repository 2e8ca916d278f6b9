import * as z from 'zod';

/** A card inside a wallet's token. `expiry_year` has four digits. */
export type WalletCard = {
  readonly number: string;
  readonly expiry_month: number;
  readonly expiry_year: number;
};

const sealed = z.strictObject({
  number: z.string().regex(/^\d{12,19}$/),
  expiry_month: z.int(),
  expiry_year: z.int(),
});

/** A token in the wallet's outer form. Inside is a test card that is not encrypted, only base64: simulators do not have Apple's or Google's keys. */
export const sealCard = (wallet: 'applepay' | 'googlepay', card: WalletCard): string => {
  const inside = Buffer.from(JSON.stringify(card)).toString('base64');
  return JSON.stringify(
    wallet === 'applepay'
      ? {
          version: 'EC_v1',
          data: inside,
          signature: 'c2ltdWxhdGVk',
          header: { ephemeralPublicKey: 'c2ltdWxhdGVk', publicKeyHash: 'c2ltdWxhdGVk', transactionId: '00' },
        }
      : { signature: 'c2ltdWxhdGVk', protocolVersion: 'ECv1', signedMessage: inside },
  );
};

/** The card in a token; undefined if `sealCard` did not make the token, which a PSP could not decrypt. */
export const openWallet = (token: unknown): WalletCard | undefined => {
  const { data, signedMessage }: { data?: unknown; signedMessage?: unknown } = Object(token);
  try {
    return sealed.parse(JSON.parse(Buffer.from(String(data ?? signedMessage), 'base64').toString()));
  } catch {
    return undefined;
  }
};
