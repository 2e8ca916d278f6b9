/** Adds a button to everything that can be pasted into a terminal or a file, but not to output. */
export const addCopyButtons = (): void => {
  for (const block of document.querySelectorAll('main pre:not([aria-label=Output], [aria-label=Answer])')) {
    const holder = document.createElement('div');
    holder.className = 'copyable';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent ?? '');
      button.textContent = 'Copied';
    });
    button.addEventListener('blur', () => {
      button.textContent = 'Copy';
    });
    block.replaceWith(holder);
    holder.append(block, button);
  }
};
