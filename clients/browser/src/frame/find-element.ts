/** The element with this id, which exists in the frame's own HTML. */
export const findElement = <T extends HTMLElement = HTMLInputElement>(id: string): T =>
  document.getElementById(id) as unknown as T;
