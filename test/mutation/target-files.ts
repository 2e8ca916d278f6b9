import { globSync } from 'node:fs';
import { root } from './root.ts';

/** The engine, the routing, and at each PSP the tables and readers that turn an answer into an outcome. */
const patterns = [
  'lib/{charge,payments}/**/*.ts',
  'lib/routing/**/*.ts',
  'lib/psp/*/*outcomes.ts',
  'lib/psp/*/{read-refusal,read-declined,verdict,read-payment,payment-answer,authorization-answer,payment,order-facts}.ts',
  'lib/psp/{silence,operation-refused,refusal-reader,code-at}.ts',
];

/** Every file that is mutated, from the root. */
export const targetFiles = (): readonly string[] => globSync(patterns, { cwd: root }).sort();
