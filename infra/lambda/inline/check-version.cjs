const {
  CodeDeployClient,
  GetDeploymentCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} = require('@aws-sdk/client-codedeploy');
const { InvokeCommand, LambdaClient } = require('@aws-sdk/client-lambda');

const codeDeploy = new CodeDeployClient({});
const lambda = new LambdaClient({});

/** Runs before a new version gets traffic: it must start, find its variables and answer a stranger, or the deployment ends here. */
exports.handler = async ({
  DeploymentId: deploymentId,
  LifecycleEventHookExecutionId: lifecycleEventHookExecutionId,
}) => {
  let status = 'Failed';
  try {
    status = (await answers(await targetOf(deploymentId))) ? 'Succeeded' : 'Failed';
  } catch (error) {
    console.error(JSON.stringify({ event: 'version_not_checked', error: error.name }));
  }
  await codeDeploy.send(
    new PutLifecycleEventHookExecutionStatusCommand({ deploymentId, lifecycleEventHookExecutionId, status }),
  );
};

/** The function and its new version, from the deployment's own specification. */
const targetOf = async (deploymentId) => {
  const { deploymentInfo } = await codeDeploy.send(new GetDeploymentCommand({ deploymentId }));
  const { content } = deploymentInfo.revision.string ?? deploymentInfo.revision.appSpecContent;
  const [resource] = JSON.parse(content).Resources;
  const { Name, TargetVersion } = Object.values(resource)[0].Properties;
  return { FunctionName: Name, Qualifier: String(TargetVersion) };
};

/** Every HTTP function refuses a call without a token, and the others find no work in it. */
const answers = async (target) => {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ ...target, Payload: process.env.STRANGER }),
  );
  const answer = JSON.parse(Buffer.from(Payload).toString() || 'null');
  const well = FunctionError === undefined && !(answer?.statusCode >= 500);
  console.log(JSON.stringify({ event: 'version_checked', ...target, well, status: answer?.statusCode }));
  return well;
};
