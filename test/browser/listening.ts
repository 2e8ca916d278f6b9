import type { Frame } from 'playwright-core';

/** A page that keeps every message its window gets, and counts their ports. */
export const listening = `<!doctype html><html lang="en"><title>Hostile</title><script>
window.received = [];
window.addEventListener('message', ({ data, ports, origin }) => {
  if (data !== 'marker') window.received.push({ data, origin, ports: ports.length });
});
</script>`;

declare global {
  interface Window {
    received: unknown[];
    marked: Promise<void>;
  }
}

/**
 * Resolves when `to` has heard everything that `from` posted to it before: messages from window to window keep their order, so a last one is sent after
 * them. `to` is the frame around `from`, or the first frame inside it.
 */
export const receivedAll = async (from: Frame, to: Frame): Promise<void> => {
  await to.evaluate(() => {
    window.marked = new Promise((resolve) => {
      window.addEventListener('message', ({ data }) => {
        if (data === 'marker') resolve();
      });
    });
  });
  await from.evaluate((outwards) => {
    const target = outwards ? window.parent : document.querySelector('iframe')?.contentWindow;
    target?.postMessage('marker', '*');
  }, from.parentFrame() === to);
  await to.evaluate(() => window.marked);
};
