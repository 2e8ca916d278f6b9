import type { Environment } from '../environments.ts';

/** The environment's hosted page; undefined if it is switched off, or nothing takes cards for it. */
export const hostedPageOf = ({
  hosted_page,
  card_capture,
  vault,
}: Pick<Environment, 'hosted_page' | 'card_capture' | 'vault'>): Environment['hosted_page'] =>
  card_capture === 'on' || vault ? hosted_page : undefined;
