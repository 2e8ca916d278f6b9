/** A call without a token, which every HTTP function refuses. For the others it is work that is not there: recovery of no charge, no record, no endpoint. */
export const stranger = {
  charge: 'none',
  version: '2.0',
  rawPath: '/',
  rawQueryString: '',
  headers: {},
  pathParameters: { id: 'none', psp: 'none', name: 'none' },
  queryStringParameters: {},
  requestContext: {
    http: { method: 'POST', path: '/', sourceIp: '192.0.2.1', protocol: 'HTTP/1.1', userAgent: '' },
  },
  isBase64Encoded: false,
  body: '{}',
} as const;
