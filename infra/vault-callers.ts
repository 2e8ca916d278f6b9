import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Environment } from './environments.ts';
import { type FunctionNeeds, functionNames, needsOf, type VaultCall } from './function-needs.ts';

/** The router's functions that call this one of the vault's. Both accounts name their roles from here. */
export const callersOf = (call: VaultCall): readonly string[] =>
  functionNames.filter((name) => needsOf(name).vault?.includes(call));

/** Roles have no region of their own. */
export const callerRoleName = (environment: string, region: string, name: string): string =>
  `payments-${environment}-${region}-${name}`;

/** The vault's two functions, each for those that call it, and nothing else in its account. */
export const callVault = ({ vault }: Environment, needs: FunctionNeeds): readonly PolicyStatement[] =>
  vault === undefined || !needs.vault?.length
    ? []
    : [
        new PolicyStatement({
          sid: 'CallVault',
          actions: ['lambda:InvokeFunction'],
          resources: needs.vault.map((call) => vault[call]),
        }),
      ];
