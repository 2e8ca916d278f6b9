import { defaultPort } from '../support/running-service.ts';
import type { RunningService } from './start-service.ts';

export const usage = `Starts the payment routing service on this machine: every function, storage, routing rules and simulated PSPs.

  npm start [-- options]

  --data DIR   keep everything in DIR (default: in memory)
  --demo       begin with a week of payments in the console (unless there are payments in DIR already)
  --log FILE   append the functions' logs to FILE as JSON lines (-: standard error; default: not kept)
  --quiet      print only the JSON line for tools
  --help       this text

  It prints one line for every request from you, your shop or a customer's browser.

  PORT                     the API's port (default 4000; 0: any free port)
  FRAME_ANCESTORS          origins whose pages may show the card fields, separated by spaces; pages on this machine always may
  FONT_ORIGINS             origins that those pages may load fonts from for the card fields; this machine always is one
  MERCHANT_NAME, MERCHANT_LOGO
                           the name and the logo (a file) on the hosted page
  PSP_<ID>_BASE_URL        use this PSP instead of its simulator, with
  PSP_<ID>_CREDENTIALS     JSON {"api_key","webhook_secrets":[…],"settings":{…}} (default: the simulator's)
  AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_APPCONFIG, AWS_ENDPOINT_URL_APPCONFIGDATA,
  AWS_ENDPOINT_URL_SECRETS_MANAGER
                           use this part of AWS instead of the local one
  VAULT                    use this card vault instead of the local one, as JSON (docs/vault.md)
`;

/** The first screen: where the service is, a payment to try, and how to break a PSP. */
export const firstScreen = ({
  base_url,
  api_key,
  psps,
  admin,
  console,
}: RunningService & { readonly console: string }): string => `
  Payment routing service   ${base_url}
  Demonstration shop        ${base_url}/
  Console (signs in once)   ${console}
  API key (every scope)     ${api_key}
  PSPs                      ${Object.keys(psps).join(', ')}
  Libraries, npm install    ${base_url}/libraries/server.tgz (or browser.tgz with react.tgz)

  Create a session:

    curl ${base_url}/v1/checkout/sessions \\
      -H 'authorization: Bearer ${api_key}' \\
      -H 'content-type: application/json' \\
      -d '{"amount":2599,"currency":"eur","success_url":"https://example.com/thanks"}'

  Pay it with a test card (cs_… is the id in the answer):

    curl ${base_url}/v1/checkout/sessions/cs_…/confirm \\
      -H 'authorization: Bearer ${api_key}' \\
      -H 'content-type: application/json' \\
      -d '{"payment_method":{"type":"card","card":{"number":"4242424242424242","exp_month":12,"exp_year":2030,"cvc":"123"}}}'
${admin === undefined ? '' : breaking(new URL(base_url).port)}
  Stop with ctrl-C.
`;

const breaking = (port: string): string => {
  const psp = `${port === String(defaultPort) ? '' : `PORT=${port} `}npm run -s psp -- stripe`;
  return `
  Break a PSP, repair it, see what it charged:

    ${psp} down
    ${psp} ok
    ${psp} ledger
`;
};
