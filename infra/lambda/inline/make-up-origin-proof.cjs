const { createHash, randomBytes } = require('node:crypto');

/** CloudFormation asks once per generation: a random value for the distribution, its digest for the functions. Shows neither anywhere. */
exports.handler = async ({
  RequestType,
  ResponseURL,
  StackId,
  RequestId,
  LogicalResourceId,
  ResourceProperties,
}) => {
  const value = randomBytes(48).toString('base64url');
  const digest = createHash('sha256').update(value).digest('hex');
  const answer = {
    Status: 'SUCCESS',
    PhysicalResourceId: `origin-${ResourceProperties.Generation}`,
    StackId,
    RequestId,
    LogicalResourceId,
    NoEcho: true,
    ...(RequestType !== 'Delete' && { Data: { value, digest } }),
  };
  // As bytes, since the address is signed for a body without a content type.
  const { ok, status } = await fetch(ResponseURL, {
    method: 'PUT',
    body: Buffer.from(JSON.stringify(answer)),
  });
  if (!ok) throw new Error(`CloudFormation answered ${status}`);
};
