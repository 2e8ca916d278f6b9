import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Report = {
  readonly pluginReports: readonly {
    readonly pluginName: string;
    readonly violations: readonly Violation[];
    readonly suppressedViolations?: readonly Violation[];
  }[];
};

type Violation = {
  readonly ruleName: string;
  readonly description: string;
  readonly violatingConstructs?: readonly { readonly constructPath?: string }[];
};

/** Everything that the rule packs, CloudFormation's validation and CDK itself found in an assembly and that is not acknowledged, one line each. */
export const findingsIn = (assembly: string): readonly string[] => {
  const file = join(assembly, 'validation-report.json');
  if (!existsSync(file)) return [];
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  return report.pluginReports.flatMap(({ pluginName, violations }) =>
    violations.map(
      ({ ruleName, description, violatingConstructs }) =>
        `${pluginName} ${ruleName}: ${description} (${violatingConstructs?.map(({ constructPath }) => constructPath).join(', ')})`,
    ),
  );
};
