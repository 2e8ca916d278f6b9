/** Applies edits one after the other. */
export const inOrder =
  (...edits: readonly ((text: string) => string)[]) =>
  (text: string): string =>
    edits.reduce((edited, edit) => edit(edited), text);
