/** What this tab keeps until it is closed. A browser may refuse to store anything: then it lasts as long as the page. */
export const keep = (key: string, value: string): void => {
  try {
    window.sessionStorage.setItem(key, value);
  } catch {}
};

export const kept = (key: string): string | undefined => {
  try {
    return window.sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
};
