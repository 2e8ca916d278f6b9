import { RemovalPolicy } from 'aws-cdk-lib';
import type { Environment } from './environments.ts';

/**
 * A protected environment keeps its data when the stack, or a line of it, goes. What a failed first deploy created goes in any environment: a retry
 * would find the names taken.
 */
export const removalPolicy = (environment: Pick<Environment, 'protected'>): RemovalPolicy =>
  environment.protected ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
