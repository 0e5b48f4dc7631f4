import { z } from 'zod';
import { feedFileNames, portalFileNames } from './rules/api-key-scopes.ts';
import { idText } from './scope/scope.ts';
import { route } from './wire/route.ts';

/** The most bytes of the rows of one request, after decompression: 16 MB. */
export const maxRowBytes = 16 * 1024 * 1024;
/** The most lines of one request. */
export const maxRowLines = 20_000;
/** The most rejected rows, and the most emptied cells, that a report lists. */
export const listedProblems = 1_000;
/** The most bytes of an uploaded picture: 40 MB. */
export const maxPictureBytes = 40 * 1024 * 1024;
/** The most bytes of an uploaded recording: 200 MB. */
export const maxRecordingBytes = 200 * 1024 * 1024;

const count = z.int().min(0);
/** The files that rows can be of. */
const fileNames = [...new Set([...feedFileNames, ...portalFileNames])] as const;

const lineProblemSchema = z.object({
  /** Line of the body, from 1. */
  line: z.int().min(1),
  /** Name of the column; null when the row as a whole is wrong. */
  column: z.string().nullable(),
  /** Why, completing the name of the column or "the row …". Contains no names, phone numbers or addresses of people. */
  reason: z.string(),
});

/** What became of the rows of a request. received = added + changed + unchanged + rejected + replaced. */
export const ingestReportSchema = z.object({
  /** The file of the feed, or of the export. */
  file: z.enum(fileNames),
  /** Rows in the body. */
  received: count,
  added: count,
  changed: count,
  /** Rows that said nothing new. */
  unchanged: count,
  rejected: count,
  /** Rows whose id occurs again further down. */
  replaced: count,
  /** References to something that has not come yet. */
  pending: count,
  /** Recordings and pictures that rows name by a path that was not uploaded. */
  missingFiles: count,
  /** Recordings and pictures that rows name by their address and that are fetched now. */
  fetching: count,
  /** The first 1,000 rejected rows, by their line. */
  rejections: z.array(lineProblemSchema),
  /** The first 1,000 cells that could not be read and were left empty, and parts of cells that were left out. */
  emptied: z.array(lineProblemSchema),
  /** Unknown columns, each once. */
  notices: z.array(z.string()),
});
export type IngestReport = z.infer<typeof ingestReportSchema>;

/**
 * The body is one JSON object per line, with the columns of docs/operate/import.md; at most 16 MB and 20,000 lines, gzip is
 * accepted. Bad rows are reported and the others imported. With the header `Idempotency-Key` a repeated request gets the first
 * report again for 24 hours. Errors: 409 while the first one is being handled, 413 for too much at once, 415 for another media type, 422 for a repeated key with another body, 429 with
 * `Retry-After` while too many requests wait or another import is running, 503 when the database is not there. With `source=portal` the
 * rows are those of an export of what people did in a portal, which apply as they are; this needs the scope `portal-work`.
 */
export const ingestRows = route({
  service: 'ingest',
  method: 'POST',
  path: '/:file',
  access: 'key',
  bodyFormat: 'file',
  bodyTypes: ['application/x-ndjson'],
  summary: 'Imports rows of one file of the feed and reports each rejected line.',
  params: z.object({ file: z.enum(fileNames, { error: 'There is no such file of the feed.' }) }),
  query: z.object({
    /** Where the rows come from: the provider's systems, or an export of a portal. */
    source: z.enum(['feed', 'portal'], { error: 'Use feed or portal.' }).default('feed'),
  }),
  reply: ingestReportSchema,
});

/**
 * The body is the audio itself, at most 200 MB: WAV, MP3, MP4, Ogg, AAC, FLAC or WebM. Its bytes decide, whatever its `Content-Type` says. Sending the
 * same again changes nothing. Errors: 404 when there is no such call yet, 415 for a file that is no recording or has no sound (the call keeps
 * the recording that it had), 413, 429 as for rows.
 */
export const ingestRecording = route({
  service: 'ingest',
  method: 'PUT',
  path: '/recordings/:callId',
  access: 'key',
  bodyFormat: 'file',
  summary: 'Stores the recording of a call.',
  params: z.object({ callId: idText('the id of a call') }),
  reply: z.object({
    /** Id of the call. */
    callId: z.string(),
    /** Size of the recording in bytes. */
    bytes: count,
    /** Whether the call had another recording, or none. */
    changed: z.boolean(),
  }),
});

const filePath = z
  .string({ error: 'Name the path of the file.' })
  .min(1, 'Name the path of the file.')
  .max(500)
  .refine(
    (path) =>
      !/^\/|\\|\p{Cc}|^[A-Za-z][A-Za-z0-9+.-]*:/u.test(path) &&
      !path.split('/').some((part) => part === '..'),
    'Use a path such as images/spring.png.',
  );

/**
 * The body is the file itself: a picture of at most 40 MB or a recording of at most 200 MB. Rows that the same system sends later name it by
 * its path; it is kept for a week. Errors: 413, 429 when too much waits for its rows.
 */
export const ingestUpload = route({
  service: 'ingest',
  method: 'PUT',
  path: '/files',
  access: 'key',
  bodyFormat: 'file',
  summary: 'Uploads a picture or a recording that rows name by its path.',
  query: z.object({ path: filePath }),
  reply: z.object({
    /** The path by which rows name it. */
    path: z.string(),
    /** Size of the file in bytes. */
    bytes: count,
  }),
});

/** Scope `ingest:files`. Fetches that have succeeded are not listed, failed ones for a week. */
export const listFetches = route({
  service: 'ingest',
  method: 'GET',
  path: '/fetches',
  access: 'key',
  summary: 'Lists the recordings and pictures that are being fetched for this system, or could not be.',
  reply: z.object({
    /** The first 1,000, those requested first at the front. */
    records: z.array(
      z.object({
        /** The file of the feed. */
        file: z.string(),
        /** Id of the row. */
        rowId: z.string(),
        /** The column that names the address. */
        column: z.string(),
        /** What is fetched. */
        address: z.string(),
        /** When the row came, UTC. */
        requestedAt: z.iso.datetime(),
        /** When it was given up, UTC; null while it is tried. */
        failedAt: z.iso.datetime().nullable(),
        /** Why the last attempt failed, as a sentence; null before the first. */
        failure: z.string().nullable(),
      }),
    ),
  }),
});

/**
 * Scope `export`. The reply is NDJSON: a line `{"file", "row"}` for each row that people changed after the cursor `since`, as it is now
 * and in the columns of docs/operate/data-out.md, each once; the patients of an uploaded list follow it. The last line is `{"cursor", "more"}`: ask
 * again with that cursor, at once if there is `more`. A reply without this line is not complete. Errors: 422 for a cursor that is none or of another
 * database.
 */
export const exportChanges = route({
  service: 'ingest',
  method: 'GET',
  path: '/export',
  access: 'key',
  replyFormat: 'binary',
  summary: 'Streams what people changed in the portal since a cursor, as NDJSON.',
  query: z.object({
    /** The cursor of the export before; everything without one. */
    since: z.string().min(1).max(200).optional(),
    /** How many changes to read at most. */
    limit: z.coerce
      .number({ error: 'Use a number from 1 to 5,000.' })
      .int()
      .min(1, 'Use a number from 1 to 5,000.')
      .max(5_000, 'Use a number from 1 to 5,000.')
      .default(1_000),
  }),
  reply: z.unknown(),
});

/**
 * A status callback of Twilio, or of a service that sends the same: a form, signed in the header `X-Twilio-Signature`. A call is created
 * when it has ended, on the line whose number is `To`, with the `CallSid` as its id; other statuses, and a call that was reported before, are
 * answered and not stored. Errors: 403 without a valid signature, for another account, or for a report older than a day.
 */
export const reportTwilioCall = route({
  service: 'ingest',
  method: 'POST',
  path: '/twilio/:webhookId/status',
  access: 'public',
  bodyFormat: 'file',
  bodyTypes: ['application/x-www-form-urlencoded'],
  summary: 'Takes the status of a call from a telephone service.',
  params: z.object({ webhookId: z.uuid({ error: 'Use the address of a webhook.' }) }),
  reply: z.object({
    /** Whether the call has ended and was not reported before. */
    stored: z.boolean(),
  }),
});
