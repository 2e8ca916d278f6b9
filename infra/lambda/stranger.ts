/** A call without a token: every HTTP function refuses it, and recovery finds nothing in it. */
export const stranger = {
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
