import { z } from 'zod';
import { feedFileNames, portalFileNames } from './rules/api-key-scopes.ts';
import { idText } from './scope/scope.ts';
import { route } from './wire/route.ts';

export const maxRowBytes = 16 * 1024 * 1024;
export const maxRowLines = 20_000;
export const listedProblems = 1_000;
export const maxPictureBytes = 40 * 1024 * 1024;
export const maxRecordingBytes = 200 * 1024 * 1024;

const count = z.int().min(0);
const fileNames = [...new Set([...feedFileNames, ...portalFileNames])] as const;

const lineProblemSchema = z.object({
  /** Line of the body, from 1. */
  line: z.int().min(1),
  /** Null if the whole row is wrong. */
  column: z.string().nullable(),
  /** Completes the column's name or "the row …". Contains no personal data. */
  reason: z.string(),
});

/** received = added + changed + unchanged + rejected + replaced. `replaced`: the same id occurs again later. */
export const ingestReportSchema = z.object({
  file: z.enum(fileNames),
  received: count,
  added: count,
  changed: count,
  unchanged: count,
  rejected: count,
  replaced: count,
  /** References to rows that have not arrived. */
  pending: count,
  /** Paths that were not uploaded. */
  missingFiles: count,
  fetching: count,
  /** First 1,000, by line. */
  rejections: z.array(lineProblemSchema),
  /** First 1,000 unreadable cells, which stay empty, and omitted parts of cells. */
  emptied: z.array(lineProblemSchema),
  /** Unknown columns, each once. */
  notices: z.array(z.string()),
});
export type IngestReport = z.infer<typeof ingestReportSchema>;

/**
 * At most 16 MB and 20,000 lines of NDJSON, or gzip. Invalid rows are reported, the others imported. A repeated `Idempotency-Key` gets the
 * first report for 24 hours. `source=portal` takes rows of a portal's export and needs the scope `portal-work`. Errors: 409 while the first
 * request runs, 413, 415, 422 for a repeated key with another body, 429 with `Retry-After`, 503 without the database.
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
    source: z.enum(['feed', 'portal'], { error: 'Use feed or portal.' }).default('feed'),
    /** For `calls`: first local day of new calls that wait for a callback, `YYYY-MM-DD`; all by default. */
    callbacksFrom: z
      .string({ error: 'Use a date like 2027-03-31.' })
      .max(10, 'Use a date like 2027-03-31.')
      .optional(),
  }),
  reply: ingestReportSchema,
});

/** Audio of at most 200 MB, recognized by its bytes. Errors: 404; 413 and 429 as for rows; 415 without sound: the old recording stays. */
export const ingestRecording = route({
  service: 'ingest',
  method: 'PUT',
  path: '/recordings/:callId',
  access: 'key',
  bodyFormat: 'file',
  summary: 'Stores the recording of a call.',
  params: z.object({ callId: idText('the id of a call') }),
  reply: z.object({
    callId: z.string(),
    bytes: count,
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

/** A picture (at most 40 MB) or recording (200 MB), named by path in rows of the same system within a week. Errors: 413, 429. */
export const ingestUpload = route({
  service: 'ingest',
  method: 'PUT',
  path: '/files',
  access: 'key',
  bodyFormat: 'file',
  summary: 'Uploads a picture or a recording that rows name by its path.',
  query: z.object({ path: filePath }),
  reply: z.object({
    path: z.string(),
    bytes: count,
  }),
});

/** Current fetches, and failed ones for a week. */
export const listFetches = route({
  service: 'ingest',
  method: 'GET',
  path: '/fetches',
  access: 'key',
  summary: 'Lists the recordings and pictures that are being fetched for this system, or could not be.',
  reply: z.object({
    /** First 1,000, oldest first. */
    records: z.array(
      z.object({
        file: z.string(),
        rowId: z.string(),
        column: z.string(),
        address: z.string(),
        requestedAt: z.iso.datetime(),
        /** When Mailcall gave up; null while it tries. */
        failedAt: z.iso.datetime().nullable(),
        /** Last failure as a sentence; null before the first. */
        failure: z.string().nullable(),
      }),
    ),
  }),
});

/**
 * NDJSON: a line `{"file", "row"}` for each row that people changed after the cursor `since`, once, in its current form; last `{"cursor",
 * "more"}`, without which the reply is incomplete. Repeat with that cursor, at once if `more`. Errors: 422 for an invalid cursor.
 */
export const exportChanges = route({
  service: 'ingest',
  method: 'GET',
  path: '/export',
  access: 'key',
  replyFormat: 'binary',
  summary: 'Streams what people changed in the portal since a cursor, as NDJSON.',
  query: z.object({
    /** Cursor of the previous export; without it, everything. */
    since: z.string().min(1).max(200).optional(),
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
 * Status callback of Twilio or a compatible service, signed in `X-Twilio-Signature`. Creates an ended call on the line `To` with the id
 * `CallSid`; other statuses are not stored. Errors: 403 for an invalid signature, another account, or a report older than a day.
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
    stored: z.boolean(),
  }),
});
