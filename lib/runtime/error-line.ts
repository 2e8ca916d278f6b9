/** The line that a command prints for an error: its message, or what is wrong with the shell's AWS credentials and how to sign in. */
export const errorLine = (error: unknown): string =>
  credentialProblem(error) ?? (error instanceof Error ? error.message : String(error));

/** Undefined if AWS was not called or accepted the credentials. */
export const credentialProblem = (error: unknown): string | undefined => {
  const text = fullText(error);
  const found = problems.find(({ signs }) => signs.test(text));
  return found && `${found.problem} ${found.remedy()}`;
};

/** Names, codes and messages, including those of causes: the SDK wraps errors of credential providers, and our own errors wrap the SDK's. */
const fullText = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error) || depth > 5) return '';
  const { name, message, cause } = error;
  const code = 'code' in error ? String(error.code) : '';
  const inner = error instanceof AggregateError ? error.errors : [];
  return [cause, ...inner]
    .map((next) => fullText(next, depth + 1))
    .concat(`${name} ${code} ${message}`)
    .join('\n');
};

const signIn = (): string => {
  const { AWS_PROFILE: profile } = process.env;
  return `Sign in: aws sso login${profile ? ` --profile ${profile}` : ''}. Or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
};

/**
 * The first that matches. Sources: the credential providers of the SDK for JavaScript; "Common errors" of the references of STS, DynamoDB, Lambda,
 * Secrets Manager and Systems Manager; "AWS SDKs and Tools Reference Guide", "IAM Identity Center".
 */
const problems = [
  {
    signs: /Signature (expired|not yet current)|RequestTimeTooSkewed|RequestInTheFuture/,
    problem: "This machine's clock is wrong, so AWS takes no signature of it.",
    remedy: () => 'Set the clock.',
  },
  {
    signs:
      /\b(ExpiredToken(Exception)?|TokenRefreshRequired|RequestExpired|TokenProviderError|ExpiredTokenException)\b|security token included in the request is expired|aws sso login|CredentialsProviderError[^\n]*\bexpired\b/,
    problem: 'The AWS credentials have expired.',
    remedy: signIn,
  },
  {
    signs:
      /\b(UnrecognizedClient(Exception)?|InvalidClientTokenId|InvalidAccessKeyId|InvalidSignature(Exception)?|SignatureDoesNotMatch|IncompleteSignature(Exception)?|AuthFailure|InvalidToken|NotSignedUp|OptInRequired)\b|security token included in the request is invalid|signature we calculated does not match/,
    problem: 'AWS does not accept these credentials.',
    remedy: signIn,
  },
  {
    signs:
      /\b(CredentialsProviderError|ProviderError|CredentialsError|MissingAuthenticationToken(Exception)?)\b|Could not load credentials|Missing Authentication Token/,
    problem: 'There are no AWS credentials here.',
    remedy: signIn,
  },
  {
    signs: /Region is missing/,
    problem: 'There is no AWS region here.',
    remedy: () => 'Set AWS_REGION, and AWS_PROFILE or sign in: aws sso login.',
  },
] as const;
