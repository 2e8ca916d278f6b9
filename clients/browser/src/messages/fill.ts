/** A message with a value in the place of its name: `{merchant}`. */
export const fill = (message: string, name: string, value: string): string =>
  message.replace(`{${name}}`, () => value);
