import type { WalletMethod } from '../protocol.ts';
import type { ConfirmResult, Wallet } from '../types.ts';

/** Where the wallets of one session bring what they have: one customer, one payment at a time. */
export type Desk = {
  /** Whether a sheet may open now. Once it may, the desk is taken until `cancel` or `pay` has ended. */
  readonly take: () => boolean;
  /** The sheet was closed, or did not open. Nothing was sent. */
  readonly cancel: (wallet: Wallet, code: string) => void;
  /** Undefined if nothing was sent. */
  readonly pay: (method: WalletMethod) => Promise<ConfirmResult | undefined>;
};
