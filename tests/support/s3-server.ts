import { buildApp } from 'fauxqs';
import type { S3Setting } from '../../server/platform/s3-files.ts';

export interface S3Server {
  readonly setting: S3Setting;
  /** Full keys of uploads that were started but neither completed nor aborted. */
  unfinished(): string[];
  /** Selects requests to answer with 403; none if undefined. */
  refuses: ((asked: AskedOfS3) => boolean) | undefined;
  /** Start time of uploads and arrival time of parts; the current time if undefined. */
  now: Date | undefined;
  close(): Promise<void>;
}

export interface AskedOfS3 {
  method: string;
  partNumber: string | undefined;
  uploadId: string | undefined;
}

interface BegunUpload {
  key: string;
  begun: Date;
  parts: Map<string, Date>;
}

interface Question {
  uploads?: string;
  uploadId?: string;
  partNumber?: string;
  prefix?: string;
  'key-marker'?: string;
}

/** Uploads per list page; low, so that tests reach a second page. */
const pageLength = 2;

const begunPattern = /<UploadId>([^<]+)<\/UploadId>/;
const errorXml = (code: string) => `<Error><Code>${code}</Code><Message>refused</Message></Error>`;

/** Adds to fauxqs lists of uploads and parts, and the refusal of other access keys. Ignores Expect, like services without 100 Continue. */
export async function startS3Server(): Promise<S3Server> {
  const bucket = 'mailcall-test';
  const accessKeyId = 'test-key';
  const http = buildApp({ logger: false });
  const uploads = new Map<string, BegunUpload>();
  let now: Date | undefined;
  let refuses: S3Server['refuses'];
  const time = () => now ?? new Date();

  http.addHook('onRequest', async (request, reply) => {
    const asked = request.query as Question;
    if (!request.headers.authorization?.includes(`Credential=${accessKeyId}/`))
      return reply.status(403).type('application/xml').send(errorXml('InvalidAccessKeyId'));
    const { partNumber, uploadId } = asked;
    if (refuses?.({ method: request.method, partNumber, uploadId }))
      return reply.status(403).type('application/xml').send(errorXml('AccessDenied'));
    if (request.method !== 'GET') return undefined;
    if (asked.uploads !== undefined) return reply.type('application/xml').send(listOfUploads(uploads, asked));
    const upload = uploads.get(uploadId ?? '');
    return upload && reply.type('application/xml').send(listOfParts(upload));
  });
  http.addHook('onSend', async (request, reply, payload) => {
    const { uploads: begins, uploadId = '', partNumber } = request.query as Question;
    if (reply.statusCode >= 300 || request.method === 'GET') return payload;
    const key = (request.params as { '*': string })['*'];
    const id = begins === undefined ? undefined : begunPattern.exec(String(payload))?.[1];
    if (id !== undefined) uploads.set(id, { key, begun: time(), parts: new Map() });
    else if (partNumber !== undefined) uploads.get(uploadId)?.parts.set(partNumber, time());
    else uploads.delete(uploadId);
    return payload;
  });

  http.server.on('checkContinue', (request, response) => http.server.emit('request', request, response));
  const endpoint = await http.listen({ host: '127.0.0.1', port: 0 });
  await fetch(`${endpoint}/${bucket}`, {
    method: 'PUT',
    headers: { authorization: `Credential=${accessKeyId}/` },
  });
  return {
    setting: {
      bucket,
      prefix: 'portal/',
      endpoint,
      region: 'us-east-1',
      accessKeyId,
      secretAccessKey: 'test-secret',
    },
    unfinished: () => [...uploads.values()].map(({ key }) => key),
    get refuses() {
      return refuses;
    },
    set refuses(rule) {
      refuses = rule;
    },
    get now() {
      return now;
    },
    set now(moment) {
      now = moment;
    },
    close: () => http.close(),
  };
}

function listOfUploads(uploads: ReadonlyMap<string, BegunUpload>, asked: Question): string {
  const found = [...uploads]
    .filter(([, { key }]) => key.startsWith(asked.prefix ?? '') && key > (asked['key-marker'] ?? ''))
    .sort(([, one], [, other]) => (one.key < other.key ? -1 : 1));
  const page = found.slice(0, pageLength);
  const rows = page.map(
    ([id, { key, begun }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
  );
  const next = found.length > page.length ? `<NextKeyMarker>${page.at(-1)?.[1].key}</NextKeyMarker>` : '';
  return `<ListMultipartUploadsResult><IsTruncated>${next !== ''}</IsTruncated>${next}${rows.join('')}</ListMultipartUploadsResult>`;
}

function listOfParts({ parts }: BegunUpload): string {
  const rows = [...parts].map(
    ([number, at]) =>
      `<Part><PartNumber>${number}</PartNumber><LastModified>${at.toISOString()}</LastModified></Part>`,
  );
  return `<ListPartsResult><IsTruncated>false</IsTruncated>${rows.join('')}</ListPartsResult>`;
}
