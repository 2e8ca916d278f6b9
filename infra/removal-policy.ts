import { RemovalPolicy } from 'aws-cdk-lib';
import type { Environment } from './environments.ts';

/** A protected environment leaves its data behind when a stack, or a line of it, goes. */
export const removalPolicy = (environment: Environment): RemovalPolicy =>
  environment.protected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
