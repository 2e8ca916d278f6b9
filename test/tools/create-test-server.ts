import { createServer, type RequestListener, type Server } from 'node:http';
import { patient } from '../../local/door/loopback-server.ts';

/** An HTTP server that ends no connection because time has passed: on a busy machine its client would take up one that it has just ended. */
export const createTestServer = (listener: RequestListener): Server => createServer(patient, listener);
