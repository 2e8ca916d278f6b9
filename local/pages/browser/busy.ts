/** Runs a button's task. Meanwhile the button looks busy and ignores clicks; it is not disabled, so that it keeps the keyboard's focus. */
export const whileBusy = async (button: HTMLButtonElement, task: () => Promise<void>): Promise<void> => {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  try {
    await task();
  } finally {
    button.removeAttribute('aria-busy');
  }
};
