const { ApiGatewayV2Client, UpdateStageCommand } = require('@aws-sdk/client-apigatewayv2');

const gateway = new ApiGatewayV2Client({});

/** Started by the alarm `calls-refused` when its state changes: the stage takes less while it rings, and as much as before once it is over. */
exports.handler = async ({ alarmData }) => {
  const { value } = alarmData.state;
  const limits = { ALARM: process.env.REDUCED, OK: process.env.USUAL }[value];
  if (limits === undefined) return;
  await gateway.send(
    new UpdateStageCommand({ ApiId: process.env.API, StageName: '$default', ...JSON.parse(limits) }),
  );
  console.log(JSON.stringify({ event: 'calls_limited', state: value }));
};
