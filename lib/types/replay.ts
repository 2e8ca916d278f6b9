import type { Answer } from './records.ts';

/** Thrown where the bytes stored under a key are the answer; `first` where this very call stored them. */
export class Replay extends Error {
  readonly answer: Answer;
  readonly first: boolean;

  constructor(answer: Answer, { first }: { readonly first: boolean }) {
    super('remembered answer');
    this.answer = answer;
    this.first = first;
  }
}
