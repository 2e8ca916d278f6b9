/** The element with this id, which the frame's own HTML has. */
export const findElement = <T extends HTMLElement = HTMLInputElement>(id: string): T =>
  document.getElementById(id) as unknown as T;
