/** Runs a button's task. The button shows it and ignores clicks meanwhile; it keeps the keyboard's focus, so it is not disabled. */
export const whileBusy = async (button: HTMLButtonElement, task: () => Promise<void>): Promise<void> => {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  try {
    await task();
  } finally {
    button.removeAttribute('aria-busy');
  }
};
