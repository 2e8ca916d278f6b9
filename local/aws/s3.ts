import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readStored } from '../support/read-stored.ts';
import { writeDurably } from '../support/write-durably.ts';
import { AwsError } from './aws-error.ts';
import { type AwsServer, type AwsServerOptions, startAwsServer } from './start-aws-server.ts';
import type { WireAnswer, WireRequest } from './wire.ts';

export type S3Options = AwsServerOptions & {
  /** Keeps objects in `objects/` there; in memory if undefined. */
  readonly dataDir?: string;
};

type StoredObject = { readonly type: string; readonly body: string };

/** Objects by bucket and key. */
type Objects = {
  readonly read: (name: string) => StoredObject | undefined;
  readonly write: (name: string, stored: StoredObject) => void;
};

const smallest_part = 5 * 1024 * 1024;

/** Of a multipart upload: its object's type, and the parts so far by number. */
type Uploads = Map<string, { readonly type: string; readonly parts: Map<number, Buffer> }>;

/** The parts of S3 that exports need: an object is put in parts, and read. */
export const startS3 = ({ dataDir, ...options }: S3Options): Promise<AwsServer> => {
  const objects = dataDir === undefined ? inMemory() : inFolder(join(dataDir, 'objects'));
  const uploads: Uploads = new Map();
  return startAwsServer(
    (request) => {
      if (!isSignedForS3(request))
        throw new AwsError('SignatureDoesNotMatch', 403, 'The signature is for another service.');
      const respond = operations[operationOf(request)];
      if (!respond) throw new AwsError('NotImplemented', 501, `${request.method} is not served here`);
      return respond(request, objects, uploads);
    },
    { maxBodyBytes: 16 * 1024 * 1024, ...options },
  );
};

const inMemory = (): Objects => {
  const stored = new Map<string, StoredObject>();
  return { read: (name) => stored.get(name), write: (name, object) => void stored.set(name, object) };
};

const inFolder = (folder: string): Objects => {
  mkdirSync(folder, { recursive: true });
  const fileOf = (name: string): string => join(folder, encodeURIComponent(name));
  return {
    read: (name) => readStored(fileOf(name)),
    write: (name, object) => writeDurably(fileOf(name), JSON.stringify(object)),
  };
};

/** Its scope, in the header or in a link: `<date>/<region>/s3/aws4_request`. */
const isSignedForS3 = ({ headers, query }: WireRequest): boolean =>
  /\/s3\/aws4_request/.test(headers.authorization ?? query.get('X-Amz-Credential') ?? '');

const operationOf = ({ method, query }: WireRequest): string =>
  [method, ...['uploads', 'uploadId'].filter((name) => query.has(name))].join(' ');

type Operation = (request: WireRequest, objects: Objects, uploads: Uploads) => WireAnswer;

const typeOf = ({ headers }: WireRequest): string => headers['content-type'] ?? 'application/octet-stream';
const nameOf = ({ path }: WireRequest): string => path.slice(1);
const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

const xml = (body: string): WireAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
});

const uploadOf = ({ query }: WireRequest, uploads: Uploads) => {
  const upload = uploads.get(query.get('uploadId') ?? '');
  if (!upload) throw new AwsError('NoSuchUpload', 404, 'The specified upload does not exist.');
  return upload;
};

const operations: Readonly<Record<string, Operation>> = {
  GET: (request, objects) => {
    const stored = objects.read(nameOf(request));
    if (!stored) throw new AwsError('NoSuchKey', 404, 'The specified key does not exist.');
    const disposition = request.query.get('response-content-disposition');
    return {
      status: 200,
      headers: { 'content-type': stored.type, ...(disposition && { 'content-disposition': disposition }) },
      body: stored.body,
    };
  },
  'POST uploads': (request, _, uploads) => {
    const id = randomUUID();
    uploads.set(id, { type: typeOf(request), parts: new Map() });
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  },
  'PUT uploadId': (request, _, uploads) => {
    uploadOf(request, uploads).parts.set(Number(request.query.get('partNumber')), request.body);
    return { status: 200, headers: { etag: etagOf(request.body) } };
  },
  'POST uploadId': (request, objects, uploads) => {
    const { type, parts } = uploadOf(request, uploads);
    const named = [...request.body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => part);
    const bodies = named.map((part, index) => wholePart(part, parts, index === named.length - 1));
    objects.write(nameOf(request), { type, body: Buffer.concat(bodies).toString() });
    uploads.delete(request.query.get('uploadId') ?? '');
    return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  },
};

/** Each part has to be named with what its upload answered, and none but the last may be small. */
const wholePart = (part: string, parts: ReadonlyMap<number, Buffer>, isLast: boolean): Buffer => {
  const field = (name: string): string | undefined => new RegExp(`<${name}>(.*?)</${name}>`).exec(part)?.[1];
  const body = parts.get(Number(field('PartNumber')));
  if (!body || field('ETag') !== etagOf(body))
    throw new AwsError('InvalidPart', 400, 'One or more of the specified parts could not be found.');
  if (!isLast && body.length < smallest_part)
    throw new AwsError(
      'EntityTooSmall',
      400,
      'Your proposed upload is smaller than the minimum allowed size',
    );
  return body;
};
