import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Environment } from '../environments.ts';
import { type FunctionNeeds, functionNames, needsOf, type VaultCall } from '../function-needs.ts';

/** The router's functions that call this function of the vault. Both accounts get the names of their roles from here. */
export const callersOf = (call: VaultCall): readonly string[] =>
  functionNames.filter((name) => needsOf(name).vault?.includes(call));

/** IAM roles have no region, so their names include it. */
export const callerRoleName = (environment: string, region: string, name: string): string =>
  `payments-${environment}-${region}-${name}`;

/** Permission to call the vault's two functions, each only for its callers, and nothing else in its account. */
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
