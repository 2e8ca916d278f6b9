import type { ExportFiles, ExportFormat } from '../types/export.ts';
import type { HttpAnswer } from '../types/transport.ts';
import { storage } from './dynamodb.ts';
import { required } from './environment.ts';
import { presignedLink } from './presigned-link.ts';
import { insistentCall, type SignedCall } from './signed-call.ts';

const link_s = 15 * 60;
/** S3 takes parts of at least 5 MiB, but for the last. */
const part_bytes = 8 * 1024 * 1024;
const part_ms = 20_000;
const pauses_ms = [200, 1_000, 3_000];

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
};

/**
 * The files of exports, in the bucket that `EXPORTS_BUCKET` names. A file is uploaded in parts, and is there once they are put together. S3 forgets the
 * parts of one that is not.
 */
export const exportFiles = (): ExportFiles => ({
  write: async (name, format, text) => {
    const begun = await call({
      method: 'POST',
      path: `/${name}`,
      query: { uploads: '' },
      headers: { 'content-type': types[format] },
    });
    const [, uploadId = ''] = /<UploadId>(.+?)<\/UploadId>/.exec(begun.body) ?? [];
    const etags: string[] = [];
    for await (const body of inParts(text)) {
      const query = { partNumber: String(etags.length + 1), uploadId };
      const { headers } = await call({ method: 'PUT', path: `/${name}`, query, headers: {}, body });
      etags.push(headers.etag ?? '');
    }
    const parts = etags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const whole = await call({ method: 'POST', path: `/${name}`, query: { uploadId }, headers: {}, body });
    // S3 begins its answer before it knows the result.
    if (!whole.body.includes('<CompleteMultipartUploadResult')) throw new Error(`S3 answered ${whole.body}`);
  },
  link: async (name, as) =>
    presignedLink({
      endpoint_url: await bucketUrl(),
      path: `/${name}`,
      query: { 'response-content-disposition': `attachment; filename="${as}"` },
      expires_in: link_s,
    }),
});

/** Texts joined until there is enough for a part. */
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
  const bucket = required('EXPORTS_BUCKET');
  const local = process.env.AWS_ENDPOINT_URL_S3;
  return local
    ? `${local}/${bucket}`
    : `https://${bucket}.s3.${await storage().client.config.region()}.amazonaws.com`;
};

type Answered = Extract<HttpAnswer, { kind: 'answered' }>;

const call = async (
  asked: Omit<SignedCall, 'service' | 'endpoint_url' | 'timeout_ms'>,
): Promise<Answered> => {
  const endpoint_url = await bucketUrl();
  const answer = await insistentCall(
    { ...asked, service: 's3', endpoint_url, timeout_ms: part_ms },
    pauses_ms,
  );
  if (answer.kind !== 'answered') throw new Error(`S3 was not reached: ${answer.cause}`);
  if (answer.status !== 200) throw new Error(`S3 answered ${answer.status}: ${answer.body}`);
  return answer;
};
