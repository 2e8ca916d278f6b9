import type { Mutant } from './mutant.ts';

/** Mistakes in what becomes of a person's decision once the PSP says otherwise. */
export const decisionMutants: readonly Mutant[] = [
  {
    name: 'a fact does not win over what a person decided of a capture',
    from: 210,
    file: 'payments/reports/settle-operation.ts',
    find: "by_person && after[kind]?.status === 'done' ?",
    replace: "by_person && after[kind]?.status === 'done' && kind === 'cancel' ?",
  },
  {
    name: 'a fact does not win over what a person decided of a cancel',
    from: 1_167,
    often: ['request_lost', 'answer_lost'],
    file: 'payments/reports/settle-operation.ts',
    find: "by_person && after[kind]?.status === 'done' ?",
    replace: "by_person && after[kind]?.status === 'done' && kind === 'capture' ?",
  },
  {
    name: 'a fact does not win over how much a person says was captured',
    from: 1_494,
    often: ['answer_lost', 'dashboard_capture'],
    file: 'payments/webhooks/apply-reported-operation.ts',
    find: '  event.operation !== undefined && charge.presumed === true;',
    replace: "  event.operation === '' && charge.presumed === true;",
  },
  {
    name: 'a capture that a person called failed is not heard',
    often: ['answer_lost', 'webhook_again'],
    file: 'payments/webhooks/apply-reported-operation.ts',
    find: 'const counts = denied || again || supposed;',
    replace: 'const counts = again || supposed;',
  },
  {
    name: 'a fact does not win over what a person decided of an attempt',
    from: 60,
    file: 'charge/transitions/attempt-cells.ts',
    find: '      presumed: true,\n',
    replace: '',
  },
  {
    name: 'nobody is told that a decision was wrong',
    from: 26,
    file: 'charge/change-logs.ts',
    find: "  if (contradicted) alarms.push({ event: 'decision_contradicted', ...about });",
    replace: '',
  },
];
