export { loadFields } from './load-fields.ts';
export type { Pin } from './load-once.ts';
export { loadWallets } from './load-wallets.ts';
export type * from './payment-types.ts';
export type * from './types.ts';
export type * from './wallet-types.ts';
