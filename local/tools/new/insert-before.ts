/** Inserts a text before the first anchor after `from`. Throws if there is none. */
export const insertBefore =
  (from: string, anchor: string, inserted: string) =>
  (text: string): string => {
    const start = text.indexOf(from);
    const at = text.indexOf(anchor, start + from.length);
    if (start < 0 || at < 0)
      throw new Error(
        `There is no place for ${inserted.trim()}: no ${JSON.stringify(anchor)} after ${JSON.stringify(from)}.`,
      );
    return text.slice(0, at) + inserted + text.slice(at);
  };
