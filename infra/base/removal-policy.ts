import { RemovalPolicy } from 'aws-cdk-lib';
import type { Environment } from '../environments.ts';

/**
 * A protected environment keeps its data when the stack, or part of it, is removed. In any environment, a failed first deploy removes what it
 * created: a retry would find the names taken.
 */
export const removalPolicy = (environment: Pick<Environment, 'protected'>): RemovalPolicy =>
  environment.protected ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
