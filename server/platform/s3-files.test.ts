import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type S3Server, startS3Server } from '../../tests/support/s3-server.ts';
import type { FileStore } from './files.ts';
import { loggedError } from './logged-error.ts';
import { OperatorProblem } from './operator-problem.ts';
import { openS3FileStore, type S3Setting } from './s3-files.ts';

let service: S3Server;
beforeAll(async () => {
  service = await startS3Server();
});
afterEach(() => {
  service.refuses = undefined;
});
afterAll(() => service.close());

async function opened(setting: S3Setting = service.setting): Promise<FileStore> {
  const files = await openS3FileStore(setting);
  onTestFinished(() => files.close());
  return files;
}

async function answering(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const somewhere: S3Setting = {
  bucket: 'files',
  prefix: '',
  endpoint: undefined,
  region: 'us-east-1',
  accessKeyId: 'id',
  secretAccessKey: 'a-secret',
};

const megabyte = 1024 * 1024;

test('separates two prefixes of one bucket', async () => {
  const one = await opened();
  const other = await opened({ ...service.setting, prefix: '' });
  await one.put('exports/a.xlsx', Readable.from([Buffer.from('one')]));
  expect(await other.stat('exports/a.xlsx')).toBeNull();
  expect(await text(other.createReadStream('portal/exports/a.xlsx'))).toBe('one');
});

test('names a missing bucket', async () => {
  const { setting } = service;
  await expect(openS3FileStore({ ...setting, bucket: 'elsewhere' })).rejects.toThrow(
    new OperatorProblem(`There is no bucket elsewhere at ${setting.endpoint}. Make it, or correct FILES.`),
  );
});

test('reports a refused access key without showing it', async () => {
  const opening = openS3FileStore({ ...service.setting, accessKeyId: 'another' });
  await expect(opening).rejects.toThrow(OperatorProblem);
  await expect(opening).rejects.toThrow(
    /^http\S+ refuses the bucket mailcall-test to AWS_ACCESS_KEY_ID \(InvalidAccessKeyId\)\. /,
  );
});

test('reports a service that does not answer', async () => {
  const server = await startS3Server();
  await server.close();
  const { endpoint } = server.setting;
  await expect(openS3FileStore(server.setting)).rejects.toThrow(
    new OperatorProblem(`The file store that FILES names, ${endpoint}, does not answer: ECONNREFUSED.`),
  );
});

test.each([
  [301, 'PermanentRedirect', 'is not in the region us-east-1. Give its own in FILES: …?region=….'],
  [400, 'AuthorizationHeaderMalformed', 'is not in the region us-east-1.'],
  [403, 'SignatureDoesNotMatch', 'to AWS_ACCESS_KEY_ID (SignatureDoesNotMatch).'],
  [403, 'AccessDenied', 'The key needs the rights to list the bucket and its uploads'],
  [501, 'NotImplemented', 'answered 501 (NotImplemented).'],
])('reports the answer %i %s at the start: %s', async (status, code, words) => {
  const endpoint = await answering((_, response) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<Error><Code>${code}</Code><Message>no</Message></Error>`);
  });
  const opening = openS3FileStore({ ...somewhere, endpoint });
  await expect(opening).rejects.toThrow(OperatorProblem);
  await expect(opening).rejects.toThrow(words);
});

test.each([
  [200, 'text/html', '<!doctype html><title>Console</title><p>Sign in'],
  [200, 'application/xml', '<html><body>Sign in</body></html>'],
  [204, 'text/plain', ''],
  [404, 'application/json', '{"error":"no such page"}'],
])('an endpoint that answers %i %s %j is said to be no such service', async (status, type, body) => {
  const endpoint = await answering((_, response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await expect(openS3FileStore({ ...somewhere, endpoint })).rejects.toThrow(
    new OperatorProblem(
      `${endpoint} answered ${status}, but not as an S3-compatible service does. Correct the endpoint in FILES.`,
    ),
  );
});

test('reports a vanished service as a failure, not as a missing file', async () => {
  const server = await startS3Server();
  const files = await opened(server.setting);
  await server.close();
  await expect(files.stat('exports/a.xlsx')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await expect(text(files.createReadStream('exports/a.xlsx'))).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
  await expect(files.put('exports/a.xlsx', Readable.from([Buffer.from('x')]))).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
});

test('reports a broken transfer as a failure, not as a shorter file', async () => {
  const endpoint = await answering((request, response) => {
    if (request.url?.includes('list-type')) {
      response.end('<ListBucketResult><Name>files</Name></ListBucketResult>');
      return;
    }
    response.writeHead(200, { 'content-length': 1000 });
    response.write('half', () => response.destroy());
  });
  const files = await opened({ ...somewhere, endpoint });
  await expect(text(files.createReadStream('exports/a.xlsx'))).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test.each<[string, number, S3Server['refuses']]>([
  ['a small file', 1, ({ method }) => method === 'PUT'],
  ['the second part of a large file', 30, ({ partNumber }) => partNumber === '2'],
  ['the end of a large file', 30, ({ method, uploadId }) => method === 'POST' && uploadId !== undefined],
])('%s that the service refuses stores nothing, and names the missing rights', async (_, size, refuses) => {
  const files = await opened();
  const source = Readable.from(Array.from({ length: size }, () => Buffer.alloc(megabyte)));
  service.refuses = refuses;
  const putting = files.put('exports/refused.xlsx', source);
  await expect(putting).rejects.toThrow(OperatorProblem);
  await expect(putting).rejects.toThrow(/\(AccessDenied\)\. The key needs the rights to .* write/);
  expect(source.destroyed).toBe(true);
  expect(await files.stat('exports/refused.xlsx')).toBeNull();
  expect(service.unfinished()).toEqual([]);
});

test('keeps a key that the service quotes out of the log', async () => {
  let refuse = false;
  const endpoint = await answering((_, response) => {
    response.writeHead(refuse ? 403 : 200, { 'content-type': 'application/xml' });
    response.end(
      refuse
        ? `<Error><Code>SignatureDoesNotMatch</Code><Message>no</Message><AWSAccessKeyId>the-key-id</AWSAccessKeyId></Error>`
        : '<ListBucketResult><Name>files</Name></ListBucketResult>',
    );
  });
  const files = await opened({ ...somewhere, endpoint, accessKeyId: 'the-key-id' });
  refuse = true;
  const error = await text(files.createReadStream('exports/a.xlsx')).catch((reason: unknown) => reason);
  const logged = loggedError(error);
  expect(logged).toMatchObject({ type: 'SignatureDoesNotMatch' });
  expect(JSON.stringify(logged)).not.toMatch(/the-key-id|a-secret/);
});
