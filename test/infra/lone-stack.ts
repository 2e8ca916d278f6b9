import { App, Stack } from 'aws-cdk-lib';

/** A stack for one construct. CDK's own check of templates, which takes seconds to load, sees them where they are synthesised whole. */
export const loneStack = (id = 'stack', context: Readonly<Record<string, string>> = {}): Stack =>
  new Stack(new App({ context, builtinCloudFormationValidation: false }), id);
