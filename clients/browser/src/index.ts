export { loadFields, type Pin } from './load-fields.ts';
export type * from './types.ts';
