import type { operationTexts } from '../descriptions/operation-texts.ts';

/** Answers of earlier examples, by name. */
export type Reported = (name: string) => {
  readonly id: string;
  readonly charge: string;
  readonly client_secret: string;
  readonly revision: number;
  readonly backtest: { readonly id: string };
};

/** One call of the examples' story. `told` has earlier answers that it needs. */
export type Example = {
  readonly name: string;
  readonly operation: keyof typeof operationTexts;
  /** What it shows; undefined if it only prepares the next one. */
  readonly summary?: string;
  readonly path?: (answerOf: Reported) => Readonly<Record<string, string>>;
  readonly query?: (answerOf: Reported) => Readonly<Record<string, string>>;
  readonly body?: (answerOf: Reported) => object;
  /** If undefined, an API key with every scope. */
  readonly token?: (answerOf: Reported) => string | null;
  readonly status: number;
};
