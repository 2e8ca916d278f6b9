import type { Mutant } from './mutant.ts';

/** Mistakes about cards in a vault, on either side of it. */
export const vaultMutants: readonly Mutant[] = [
  {
    name: 'the vault sends after not_after',
    from: 138,
    file: 'vault/forward-card.ts',
    find: "  if (now >= not_after) return { refused: 'too_late' };\n",
    replace: '',
    also: [
      {
        file: 'vault/forward-card.ts',
        find: 'Math.min(ports.clock.now() + timeout_ms, not_after)',
        replace: 'ports.clock.now() + timeout_ms',
      },
    ],
  },
  {
    name: 'a lost forward counts as not sent',
    from: 31,
    file: 'vault-protocol/read-invocation.ts',
    find: "  if (response.kind === 'lost') return response;",
    replace: "  if (response.kind === 'lost') return { kind: 'not_sent', cause: 'vault_unavailable' };",
  },
  {
    name: 'a function of the vault that failed has sent nothing',
    from: 59,
    file: 'vault-protocol/read-invocation.ts',
    find: "return { kind: 'lost', doubt: 'connection_lost', cause: 'vault_function' };",
    replace: "return { kind: 'not_sent', cause: 'vault_unavailable' };",
  },
  {
    name: 'after a failure of the vault another PSP is tried',
    file: 'routing/decide-failover.ts',
    find: "vaultFailureOf(attempt.result) ? 'vault' : limitOf(attempt)",
    replace: 'limitOf(attempt)',
  },
  {
    name: "the security code outlives an issuer's answer",
    from: 95,
    file: 'payments/confirm/security-code.ts',
    find: '  issuerResponses[outcome] ? markReleased(method) : method;',
    replace: '  issuerResponses[outcome] && outcome === undefined ? markReleased(method) : method;',
  },
  {
    name: "a new confirm forgets an issuer's answer to a former one",
    often: ['card_in_vault', 'declined', 'answer_lost'],
    file: 'payments/confirm/security-code.ts',
    find: 'attempt.card_token === cvcTokenOf(method.card) && hasIssuerResponse(attempt)',
    replace: "attempt.card_token === '' && hasIssuerResponse(attempt)",
  },
  {
    name: 'a slot outside its place',
    file: 'vault/place-card.ts',
    find: "  if (!marked.every((one) => atNumber(one) || atCvc(one))) return { refused: 'slot_misplaced' };\n",
    replace: '',
  },
  {
    name: 'a token of another session',
    from: 20,
    file: 'http/read-receipt.ts',
    find: "  if (receipt.session !== session) throw wrong('payment_method.receipt', 'a receipt for this session');\n",
    replace: '',
    also: [
      {
        file: 'vault/forward-card.ts',
        find: "  if (!card.kept && card.session !== session) return { refused: 'session' };\n",
        replace: '',
      },
    ],
  },
];
