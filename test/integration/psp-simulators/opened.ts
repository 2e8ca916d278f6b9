type Closable = { readonly close: () => Promise<void> };

const open: Closable[] = [];

/** Notes what a test opened, so that it is closed when the test fails too. */
export const opened = <T extends Closable>(what: T): T => {
  open.push(what);
  return what;
};

export const closeOpened = async (): Promise<void> => {
  for (const what of open.splice(0).reverse()) await what.close();
};
