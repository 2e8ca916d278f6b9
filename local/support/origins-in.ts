/** The origins in a variable, separated by spaces. */
export const originsIn = (variable: 'FRAME_ANCESTORS' | 'FONT_ORIGINS'): readonly string[] =>
  (process.env[variable] ?? '').split(' ').filter((origin) => origin !== '');
