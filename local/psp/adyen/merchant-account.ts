/** The one merchant account of the simulated company. */
export const merchantAccount = 'SimulatedMerchantECOM';
