import { subjects } from '../../conformance/subjects.ts';
import { card } from './api-client.ts';

type Psp = keyof typeof subjects;

/** A PSP as the contract suite knows it. */
export const subjectOf = (psp: string) => {
  const subject = Object.hasOwn(subjects, psp) ? subjects[psp as Psp] : undefined;
  if (subject === undefined) throw new Error(`no PSP ${psp}`);
  return subject;
};

/** What pays at a PSP: a card, or a token if it takes no card numbers. */
export const methodAt = (psp: string): object => {
  const { adapter, psp_token } = subjectOf(psp);
  return adapter.capabilities.card ? card() : { type: 'psp_token', psp, token: psp_token };
};
