/** One place the search can lead to. */
export type Entry = {
  /** `/docs/routing#publish-a-rule` */
  readonly address: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
};
