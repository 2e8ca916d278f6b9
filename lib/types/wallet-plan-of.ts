import type { Route } from './routing.ts';

/** The accounts to try with a wallet's token, in this order, if they accept it. */
export const walletPlanOf = ({ plan, wallet_plan = plan }: Route): readonly string[] => wallet_plan;
