/** What a PSP publishes of its codes. `as_of`: the date of the page or the commit of the document, and what is to be known of the copy that was read. */
export type PublishedCodes = {
  readonly source: string;
  readonly as_of: string;
  readonly codes: readonly string[];
};
