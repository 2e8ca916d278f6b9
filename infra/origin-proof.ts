import { CustomResource, Duration, type Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Environment } from './environments.ts';
import { inlineFunction } from './inline-function.ts';

/** The distribution's proof to the functions behind it. */
export type OriginProof = {
  /** Sent by the distribution; CloudFormation inserts it. */
  readonly sent: string;
  /** Digests of all accepted proofs, oldest first. */
  readonly accepted: readonly string[];
};

/**
 * A value for each generation, generated in the deploy that first names it: in no template, no secret and no variable. Never called later, since
 * nothing of a generation changes. Why not a secret: docs/decisions/0005-origin-proof.md.
 */
export const originProof = (stack: Stack, environment: Environment, key: IKey | undefined): OriginProof => {
  const { functionArn } = inlineFunction(stack, environment, key, { name: 'make-up-origin-proof' });
  const made = new Map(
    environment.origin_generations.map((generation) => [
      generation,
      new CustomResource(stack, `origin-proof-${generation}`, {
        resourceType: 'Custom::OriginProof',
        serviceToken: functionArn,
        serviceTimeout: Duration.minutes(2),
        properties: { Generation: generation },
      }),
    ]),
  );
  const sent = made.get(environment.origin_generation);
  if (!sent)
    throw new Error(`${environment.name} sends an origin_generation that origin_generations does not name`);
  return {
    sent: sent.getAttString('value'),
    accepted: [...made.values()].map((proof) => proof.getAttString('digest')),
  };
};
