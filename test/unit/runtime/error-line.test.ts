import { describe, expect, test } from '@jest/globals';
import { errorLine } from '../../../lib/runtime/error-line.ts';
import { ApiError } from '../../../lib/types/api-error.ts';

const named = (name: string, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { name });

/** What the SDK's providers of credentials, and the services, say. */
const errors: readonly (readonly [string, Error, RegExp])[] = [
  [
    'nobody signed in',
    named('CredentialsProviderError', 'Could not load credentials from any providers'),
    /^There are no AWS credentials here/,
  ],
  [
    'a profile that is not there',
    named(
      'CredentialsProviderError',
      'Could not resolve credentials using profile: [x] in configuration/credentials file(s).',
    ),
    /^There are no AWS credentials here/,
  ],
  [
    'an SSO session that ended',
    named(
      'CredentialsProviderError',
      "The SSO session associated with this profile has expired. To refresh this SSO session run 'aws sso login' with the corresponding profile.",
    ),
    /^The AWS credentials have expired/,
  ],
  [
    'an SSO token that ended',
    named(
      'TokenProviderError',
      "Token is expired. To refresh this SSO session run 'aws sso login' with the corresponding profile.",
    ),
    /^The AWS credentials have expired/,
  ],
  [
    'temporary credentials, to DynamoDB',
    named('ExpiredTokenException', 'The security token included in the request is expired'),
    /^The AWS credentials have expired/,
  ],
  [
    'temporary credentials, to CloudFormation',
    named('ExpiredToken', 'The security token included in the request is expired'),
    /^The AWS credentials have expired/,
  ],
  [
    'temporary credentials, in our own words',
    new Error('lambda answered 403: {"message":"The security token included in the request is expired"}'),
    /^The AWS credentials have expired/,
  ],
  [
    'a key that was deleted',
    named('UnrecognizedClientException', 'The security token included in the request is invalid.'),
    /^AWS does not accept these credentials/,
  ],
  [
    'a key that was deleted, to STS',
    named('InvalidClientTokenId', 'The security token included in the request is invalid'),
    /^AWS does not accept these credentials/,
  ],
  [
    'a secret with a slip',
    named(
      'InvalidSignatureException',
      'The request signature we calculated does not match the signature you provided.',
    ),
    /^AWS does not accept these credentials/,
  ],
  [
    'no signature at all',
    named('MissingAuthenticationTokenException', 'Missing Authentication Token'),
    /^There are no AWS credentials here/,
  ],
  [
    'a wrong clock',
    named(
      'InvalidSignatureException',
      'Signature expired: 20261126T000000Z is now earlier than 20261126T010000Z',
    ),
    /^This machine's clock is wrong/,
  ],
  ['no region', new Error('Region is missing'), /^There is no AWS region here/],
];

describe('what a command line says when AWS takes no credentials', () => {
  test.each(errors)('%s', (_, error, words) => {
    for (const met of [
      error,
      new ApiError('storage_unavailable', 'The storage did not answer', { cause: error }),
    ]) {
      const line = errorLine(met);
      expect(line).toMatch(words);
      expect(line.split('\n')).toHaveLength(1);
      expect(line).toMatch(/aws sso login|Set the clock/);
    }
  });

  test.each([
    named(
      'AccessDeniedException',
      'User: arn:aws:iam::1:user/a is not authorized to perform: dynamodb:Query',
    ),
    named('ResourceNotFoundException', 'Requested resource not found'),
    new Error('The day 2026-13-01 is not one.'),
    new Error('session cs_1 is open'),
    new Error('The session has expired.'),
  ])('%s is said as it is', (error) => {
    expect(errorLine(error)).toBe(error.message);
  });

  test('names the profile of this shell', () => {
    const { AWS_PROFILE } = process.env;
    process.env.AWS_PROFILE = 'shop-prod';
    try {
      expect(errorLine(named('ExpiredToken', 'expired'))).toContain('aws sso login --profile shop-prod');
    } finally {
      if (AWS_PROFILE === undefined) delete process.env.AWS_PROFILE;
      else process.env.AWS_PROFILE = AWS_PROFILE;
    }
  });
});
