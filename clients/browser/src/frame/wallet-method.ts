import { wallets } from '../../../../lib/types/given-method.ts';
import type { WalletMethod } from '../protocol.ts';

/** What a wallet has approved, with nothing else that the page may have put beside it. Undefined if it is no wallet's. */
export const walletMethod = ({ type, token, psps }: WalletMethod): WalletMethod | undefined =>
  wallets.includes(type) ? { type, token, psps } : undefined;
