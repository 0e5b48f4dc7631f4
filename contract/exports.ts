import { z } from 'zod';
import { callListQueryShape } from './calls.ts';
import { route } from './wire/route.ts';

/** More calls than this are written by a job and mailed as a link. */
export const maxDirectDownload = 10_000;

/** What an export is of: the list the person looks at, with all its filters. */
const exportedList = {
  accountIds: callListQueryShape.accountIds,
  exceptAccountIds: callListQueryShape.exceptAccountIds,
  filters: callListQueryShape.filters,
  query: callListQueryShape.query,
  sort: callListQueryShape.sort,
  dir: callListQueryShape.dir,
};

const consent = (text: string) => z.literal(true, { error: `Tick '${text}'` });
/** The two sentences that a download is agreed to by. */
export const consentTexts = {
  acceptedTerms: 'I accept the terms and conditions.',
  authorizedReceiver: 'I am an authorized receiver of the data.',
} as const;
const consents = {
  acceptedTerms: consent(consentTexts.acceptedTerms),
  authorizedReceiver: consent(consentTexts.authorizedReceiver),
};

/** Errors: 422 when the list has more than 10,000 calls (ask for a large export instead). */
export const requestDownload = route({
  service: 'data',
  method: 'POST',
  path: '/calls/request-download',
  access: 'full',
  summary:
    'Records the consent and answers a single-use token for one download of just this list, good for 2 minutes.',
  body: z.strictObject({ ...exportedList, ...consents }),
  reply: z.object({
    /** The token. */
    slt: z.string(),
    expiresAt: z.iso.datetime(),
    /** Calls in the list now. */
    rows: z.int().min(0),
  }),
});

/** The token alone admits, so that the browser itself can save the stream. Errors: 400 when the list differs from the token's, 403 for a used, ended or unknown token. */
export const downloadCalls = route({
  service: 'data',
  method: 'GET',
  path: '/calls/download.xlsx',
  access: 'public',
  answer: 'binary',
  summary: 'Streams the calls of a requested download as XLSX.',
  query: z.object({
    slt: z.string({ error: 'Ask for a token by /calls/request-download first.' }).min(1).max(200),
    /** The browser's time, ISO with its offset: dates in the about sheet are written in it. */
    localDateTime: z.iso
      .datetime({ offset: true, error: 'Use a date and time as 2026-01-31T15:00:00-05:00.' })
      .max(40, 'Use a date and time as 2026-01-31T15:00:00-05:00.')
      .optional(),
    /** When given, must be the token's. */
    accountIds: exportedList.accountIds,
    exceptAccountIds: exportedList.exceptAccountIds,
    filters: exportedList.filters,
  }),
  reply: z.unknown(),
});

/** How far an export is. */
export const exportSchema = z.object({
  id: z.uuid(),
  /** Waiting for the job, being written, ready to fetch, ended with an error, or its 7 days are over. */
  state: z.enum(['waiting', 'writing', 'ready', 'failed', 'expired']),
  fileName: z.string(),
  requestedAt: z.iso.datetime(),
  /** Calls when it was asked for. */
  rows: z.int().min(0),
  /** Calls written so far. */
  rowsWritten: z.int().min(0),
  /** Bytes of the file once it is ready. */
  bytes: z.int().min(0).nullable(),
  /** The link's end once it is ready: 7 days. */
  expiresAt: z.iso.datetime().nullable(),
});
export type Export = z.infer<typeof exportSchema>;

export const requestLargeExport = route({
  service: 'data',
  method: 'POST',
  path: '/calls/request-large-export',
  access: 'full',
  summary: 'Has a job write the calls of a list as XLSX and mail a link to the person’s address.',
  body: z.strictObject({ ...exportedList, ...consents }),
  reply: z.object({ export: exportSchema }),
});

export const listExports = route({
  service: 'data',
  method: 'GET',
  path: '/calls/exports',
  access: 'full',
  summary: 'The viewer’s own large exports of the last 7 days, newest first, with their progress.',
  reply: z.object({ records: z.array(exportSchema) }),
});

/** Errors: 404 for another person's export, 422 when it is not ready or its days are over. */
export const requestExportFile = route({
  service: 'data',
  method: 'POST',
  path: '/calls/exports/:id/file',
  access: 'full',
  summary: 'A single-use token by which the browser fetches a finished export.',
  params: z.object({ id: z.uuid({ error: 'Use the id of an export.' }) }),
  reply: z.object({ slt: z.string(), expiresAt: z.iso.datetime() }),
});

export const downloadExport = route({
  service: 'data',
  method: 'GET',
  path: '/calls/exports/file.xlsx',
  access: 'public',
  answer: 'binary',
  summary: 'Streams a finished export by its token.',
  query: z.object({ slt: z.string().min(1).max(200) }),
  reply: z.unknown(),
});
