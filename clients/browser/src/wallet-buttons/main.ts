export { joinWallets } from './join-wallets.ts';
