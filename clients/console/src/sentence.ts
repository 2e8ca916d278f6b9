/** `currency_not_supported` in plain words. */
export const sentence = (code: string): string => {
  const text = code.replaceAll('_', ' ').replace(/\bpsp\b/, 'PSP');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
