/** One place that a search can find. */
export type Entry = {
  /** `/docs/routing#publish-a-rule` */
  readonly address: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
};
