import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileStore } from '../../platform/files.ts';
import { Problem, notFound } from '../../platform/http/problems.ts';
import { letPause } from '../../platform/http/slow-readers.ts';
import { bytePartOf, rangeStillHolds } from './byte-range.ts';
import type { SealedRecording } from './recording-address.ts';

/** Players look into the bytes of unknown types; a general type would be taken for text to compress. */
const unknownAudio = 'audio/x-unknown';

export async function streamRecording(
  files: FileStore,
  recording: SealedRecording,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const file = await files.stat(recording.file);
  if (!file) throw notFound('The recording no longer exists.');
  const etag = `"${file.bytes.toString(36)}-${file.modifiedAt.getTime().toString(36)}"`;
  const range = rangeStillHolds(request.headers['if-range'] as string | undefined, {
    etag,
    modifiedAt: file.modifiedAt,
  })
    ? bytePartOf(request.headers.range, file.bytes)
    : 'whole';
  if (range === 'none') {
    throw new Problem(416, 'The recording has no such part.', {
      headers: { 'content-range': `bytes */${file.bytes}` },
    });
  }
  reply.headers({
    'accept-ranges': 'bytes',
    'content-disposition': 'inline',
    'content-type': recording.mediaType.startsWith('audio/') ? recording.mediaType : unknownAudio,
    etag,
    'last-modified': file.modifiedAt.toUTCString(),
    'x-content-type-options': 'nosniff',
  });
  if (range !== 'whole') {
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  }
  const part = range === 'whole' ? { start: 0, end: file.bytes - 1 } : range;
  letPause(reply.raw, recording.contactId);
  reply.header('content-length', part.end - part.start + 1);
  const empty = request.method === 'HEAD' || file.bytes === 0;
  await reply.send(empty ? Readable.from([]) : files.createReadStream(recording.file, part));
}
