import type { WalletMethod } from '../protocol.ts';
import type { ConfirmResult, Wallet } from '../types.ts';

/** Takes payments from one session's wallets: one customer, one payment at a time. */
export type PaymentLock = {
  /** Whether a sheet may open now. If so, no other may open until `cancel` or `pay` has ended. */
  readonly take: () => boolean;
  /** The sheet was closed, or did not open. Nothing was sent. */
  readonly cancel: (wallet: Wallet, code: string) => void;
  /** Undefined if nothing was sent. */
  readonly pay: (method: WalletMethod) => Promise<ConfirmResult | undefined>;
};
