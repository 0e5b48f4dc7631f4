import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type MultipartUpload,
  paginateListObjectsV2,
  paginateListParts,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type ByteRange, checkKey, type FileStore } from './files.ts';
import { OperatorProblem } from './operator-problem.ts';
import type { S3Address } from './s3-address.ts';
import { minutes, seconds } from '@mailcall/contract/time/durations.ts';

export interface S3Setting extends S3Address {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** S3 allows 10,000 parts, so the largest file has 80 GB. */
const partSize = 8 * 1024 * 1024;
/** All concurrent parts of an upload are held in memory. */
const partsAtOnce = 2;
/** Milliseconds for the service to accept a connection, and to begin its answer to a request or part. */
const connectionTimeout = seconds(5);
const requestTimeout = minutes(2);
/** A paused recording holds a connection. */
const maxSockets = 512;

/** Checks that the bucket can be listed. Throws OperatorProblem with a remedy. */
export async function openS3FileStore(setting: S3Setting): Promise<FileStore> {
  const { bucket, prefix } = setting;
  const client = clientOf(setting);
  try {
    // without permission to list, the service answers "forbidden" instead of "missing"
    const list = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }));
    if (list.Name === undefined) throw Object.assign(new Error('No list.'), { $metadata: list.$metadata });
  } catch (error) {
    client.destroy();
    throw new OperatorProblem(problemOf(error, setting));
  }
  const at = (key: string) => {
    checkKey(key);
    return { Bucket: bucket, Key: `${prefix}${key}` };
  };
  return {
    async put(key, source) {
      return putWhole(client, at(key), source).catch((error: unknown) => {
        throw isRefusal(error) ? new OperatorProblem(problemOf(error, setting)) : error;
      });
    },
    async stat(key) {
      try {
        const found = await client.send(new HeadObjectCommand(at(key)));
        return { bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },
    createReadStream(key, range = {}) {
      const command = new GetObjectCommand({ ...at(key), Range: headerOf(range) });
      return streamOf(client, command);
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key))).catch(unless('NoSuchKey'));
    },
    async *keys() {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key.slice(prefix.length);
      }
    },
    async removeUnfinished(segment, before) {
      const { Key } = at(segment);
      for (const upload of await unfinishedBelow(client, bucket, `${Key}/`)) {
        const part = { Bucket: bucket, Key: upload.Key, UploadId: upload.UploadId };
        if ((await lastWritten(client, bucket, upload)) < before)
          await client.send(new AbortMultipartUploadCommand(part)).catch(unless('NoSuchUpload'));
      }
    },
    close: () => client.destroy(),
  };
}

function clientOf({ endpoint, region, accessKeyId, secretAccessKey }: S3Setting): S3Client {
  return new S3Client({
    region,
    // most services other than Amazon's lack a host name per bucket
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    // many services do not know the SDK's default checksums
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // services without support would delay every part
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout,
      requestTimeout,
      throwOnRequestTimeout: true,
      // no idle timeout: a paused player reads nothing
      socketTimeout: 0,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  });
}

/** Uploads a small file at once and a large one in parts; the file appears with its last part or never. */
async function putWhole(
  client: S3Client,
  at: { Bucket: string; Key: string },
  source: Readable | AsyncIterable<Uint8Array>,
): Promise<number> {
  // a failure before reading must not end the process
  if (source instanceof Readable) source.once('error', () => undefined);
  let bytes = 0;
  const counted = async function* () {
    for await (const chunk of source as AsyncIterable<Uint8Array | string>) {
      const data = Buffer.from(chunk);
      bytes += data.length;
      yield data;
    }
  };
  const body = Readable.from(counted());
  try {
    await new Upload({ client, params: { ...at, Body: body }, partSize, queueSize: partsAtOnce }).done();
    return bytes;
  } finally {
    body.destroy();
    if (source instanceof Readable) source.destroy();
  }
}

function streamOf(client: S3Client, command: GetObjectCommand): Readable {
  const read = new PassThrough();
  const left = new AbortController();
  read.once('close', () => left.abort());
  const fetch = async () => {
    const { Body } = await client.send(command, { abortSignal: left.signal });
    await pipeline(Body as Readable, read);
  };
  fetch().catch((error: unknown) => {
    if (statusOf(error) === 416) read.end();
    else read.destroy(statusOf(error) === 404 ? missing(error as Error) : (error as Error));
  });
  return read;
}

function headerOf({ start, end }: ByteRange): string | undefined {
  if (start === undefined && end === undefined) return undefined;
  // a service would send the whole file instead
  if (end !== undefined && end < (start ?? 0)) throw new RangeError('The part ends before it begins.');
  return `bytes=${start ?? 0}-${end ?? ''}`;
}

async function unfinishedBelow(client: S3Client, bucket: string, prefix: string): Promise<MultipartUpload[]> {
  const found: MultipartUpload[] = [];
  let markers = {};
  for (;;) {
    const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...markers });
    const page = await client.send(command);
    found.push(...(page.Uploads ?? []));
    if (!page.IsTruncated) return found;
    markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

async function lastWritten(client: S3Client, bucket: string, upload: MultipartUpload): Promise<Date> {
  let last = upload.Initiated ?? new Date(0);
  const { Key, UploadId } = upload;
  try {
    for await (const page of paginateListParts({ client }, { Bucket: bucket, Key, UploadId })) {
      for (const { LastModified } of page.Parts ?? []) {
        if (LastModified !== undefined && LastModified > last) last = LastModified;
      }
    }
  } catch (error) {
    unless('NoSuchUpload')(error);
  }
  return last;
}

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

type Answer = S3ServiceException['$metadata'];

const isRefusal = (error: unknown) => [401, 403].includes(statusOf(error) ?? 0);

const unless = (name: string) => (error: unknown) => {
  if (!(error instanceof S3ServiceException) || error.name !== name) throw error;
};

const missing = (cause: Error) =>
  Object.assign(new Error('The file store has no such file.', { cause }), { code: 'ENOENT' });

function problemOf(error: unknown, { bucket, endpoint, region }: S3Setting): string {
  const service = endpoint ?? `Amazon S3 in ${region}`;
  const { name, code, message, $metadata } = error as Error & { code?: string; $metadata?: Answer };
  const status = statusOf(error);
  if (status === undefined && $metadata?.httpStatusCode !== undefined)
    return `${service} answered ${$metadata.httpStatusCode}, but not as an S3-compatible service does. Correct the endpoint in FILES.`;
  if (status === undefined)
    return `The file store that FILES names, ${service}, does not answer: ${code ?? (message || name)}.`;
  if (name === 'NoSuchBucket' || status === 404)
    return `There is no bucket ${bucket} at ${service}. Make it, or correct FILES.`;
  if (status === 301 || status === 307 || name === 'AuthorizationHeaderMalformed')
    return `The bucket ${bucket} is not in the region ${region}. Give its own in FILES: …?region=….`;
  if (isRefusal(error))
    return `${service} refuses the bucket ${bucket} to AWS_ACCESS_KEY_ID (${name}). The key needs the rights to list the bucket and its uploads, and to read, write and delete its files.`;
  return `The file store that FILES names, ${service}, answered ${status} (${name}).`;
}
