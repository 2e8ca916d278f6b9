/** What no record, log line or answer may ever hold. */
export const canaries = { number: '4000001234567899', cvc: 'cvc-canary-931' } as const;
