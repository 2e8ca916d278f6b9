import type { ExportFiles, ExportFormat } from '../types/export.ts';
import type { HttpResponse } from '../types/transport.ts';
import { clock } from './clock.ts';
import { storage } from './dynamodb.ts';
import { requireVariable } from './environment.ts';
import { presignedLink } from './presigned-link.ts';
import { callWithRetries, type SignedCall, signedCall } from './signed-call.ts';

const link_s = 15 * 60;
/** S3 accepts parts of at least 5 MiB; only the last may be smaller. */
const part_bytes = 8 * 1024 * 1024;
const call_ms = 20_000;
const pauses_ms = [200, 1_000, 3_000];

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
};

/**
 * The files of exports, in the bucket `EXPORTS_BUCKET`. A file is uploaded in parts and exists once they are put together. S3 deletes the parts of an
 * upload that was never completed.
 */
export const exportFiles = (): ExportFiles => ({
  write: async (name, format, text) => {
    const begun = await call({
      method: 'POST',
      path: `/${name}`,
      query: { uploads: '' },
      headers: { 'content-type': types[format] },
    });
    const [, uploadId = ''] = /<UploadId>([^<]+)</.exec(begun.body) ?? [];
    const etags: string[] = [];
    for await (const body of inParts(text)) {
      const query = { partNumber: String(etags.length + 1), uploadId };
      const { headers } = await call({ method: 'PUT', path: `/${name}`, query, headers: {}, body });
      etags.push(headers.etag ?? '');
    }
    const parts = etags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    await putTogether({ name, uploadId, parts });
  },
  link: async (name, as) =>
    presignedLink({
      endpoint_url: await bucketUrl(),
      path: `/${name}`,
      query: { 'response-content-disposition': `attachment; filename="${as}"` },
      expires_in: link_s,
    }),
});

type Uploaded = { readonly name: string; readonly uploadId: string; readonly parts: readonly string[] };

/**
 * S3 sends its status before it has the result, so the body decides. If a response was lost and the upload no longer exists, the file is complete.
 */
const putTogether = async ({ name, uploadId, parts }: Uploaded): Promise<void> => {
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
  let lost = false;
  let latest = '';
  for (const pause_ms of [0, ...pauses_ms]) {
    await clock.sleep(pause_ms);
    const response = await once({ method: 'POST', path: `/${name}`, query: { uploadId }, headers: {}, body });
    if (response.kind === 'lost') lost = true;
    if (response.kind !== 'answered') continue;
    if (response.body.includes('<CompleteMultipartUploadResult')) return;
    if (lost && response.status === 404) return;
    latest = response.body;
  }
  throw new Error(`S3 did not put the file together: ${latest}`);
};

/** Joins texts until there is enough for a part. */
async function* inParts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let part = '';
  let bytes = 0;
  for await (const text of texts) {
    part += text;
    bytes += Buffer.byteLength(text);
    if (bytes < part_bytes) continue;
    yield part;
    part = '';
    bytes = 0;
  }
  if (part !== '') yield part;
}

const bucketUrl = async (): Promise<string> => {
  const bucket = requireVariable('EXPORTS_BUCKET');
  const local = process.env.AWS_ENDPOINT_URL_S3;
  return local
    ? `${local}/${bucket}`
    : `https://${bucket}.s3.${await storage().client.config.region()}.amazonaws.com`;
};

type Answered = Extract<HttpResponse, { kind: 'answered' }>;
type Asked = Omit<SignedCall, 'service' | 'endpoint_url' | 'timeout_ms'>;

const toBucket = async (asked: Asked): Promise<SignedCall> => ({
  ...asked,
  service: 's3',
  endpoint_url: await bucketUrl(),
  timeout_ms: call_ms,
});

const once = async (asked: Asked): Promise<HttpResponse> => signedCall(await toBucket(asked));

const call = async (asked: Asked): Promise<Answered> => {
  const response = await callWithRetries(await toBucket(asked), pauses_ms);
  if (response.kind !== 'answered') throw new Error(`S3 was not reached: ${response.cause}`);
  if (response.status !== 200) throw new Error(`S3 answered ${response.status}: ${response.body}`);
  return response;
};
