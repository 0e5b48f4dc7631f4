import { z } from 'zod';
import { callListQueryShape } from './calls.ts';
import { route } from './wire/route.ts';

/** The most calls of a direct download. A longer list is written by a job and mailed as a link. */
export const maxDirectDownload = 10_000;

/** The list that is exported: the one on the person's screen, with all of its filters. */
const exportedList = {
  accountIds: callListQueryShape.accountIds,
  exceptAccountIds: callListQueryShape.exceptAccountIds,
  filters: callListQueryShape.filters,
  query: callListQueryShape.query,
  sort: callListQueryShape.sort,
  dir: callListQueryShape.dir,
};

const consent = (text: string) => z.literal(true, { error: `Tick '${text}'` });
/** The two sentences that a person must accept before a download. */
export const consentTexts = {
  acceptedTerms: 'I accept the terms and conditions.',
  authorizedReceiver: 'I am an authorized receiver of the data.',
} as const;
/** The consent in the body of a request for client data. */
export const consents = {
  acceptedTerms: consent(consentTexts.acceptedTerms),
  authorizedReceiver: consent(consentTexts.authorizedReceiver),
};

/** Errors: 422 when the list has more than 10,000 calls; request a large export instead. */
export const requestDownload = route({
  service: 'data',
  method: 'POST',
  path: '/calls/request-download',
  access: 'full',
  summary:
    'Records the consent and returns a single-use token for one download of exactly this list, valid for 2 minutes.',
  body: z.strictObject({ ...exportedList, ...consents }),
  reply: z.object({
    /** The single-use token. */
    slt: z.string(),
    /** When the token expires. */
    expiresAt: z.iso.datetime(),
    /** Number of calls in the list now. */
    rows: z.int().min(0),
  }),
});

/**
 * The token alone authorizes the download, so that the browser itself can save the stream. Errors: 400 when the list
 * differs from the token's, 403 for a used, expired or unknown token, 429 while too many downloads of the person are under way.
 */
export const downloadCalls = route({
  service: 'data',
  method: 'GET',
  path: '/calls/download.xlsx',
  access: 'public',
  replyFormat: 'binary',
  summary: 'Streams the calls of a requested download as XLSX.',
  query: z.object({
    /** The single-use token. */
    slt: z.string({ error: 'Ask for a token by /calls/request-download first.' }).min(1).max(200),
    /** The browser's local time, ISO 8601 with its offset. The "About this export" sheet uses this offset. */
    localDateTime: z.iso
      .datetime({ offset: true, error: 'Use a date and time as 2026-01-31T15:00:00-05:00.' })
      .max(40, 'Use a date and time as 2026-01-31T15:00:00-05:00.')
      .optional(),
    /** When present, must equal the token's. */
    accountIds: exportedList.accountIds,
    exceptAccountIds: exportedList.exceptAccountIds,
    filters: exportedList.filters,
  }),
  reply: z.unknown(),
});

/** A large export and its progress. */
export const exportSchema = z.object({
  /** Id of the export. */
  id: z.uuid(),
  /** Waiting for the job, being written, ready to download, failed, or not kept any more: after its 7 days, or because a person in it was erased. */
  state: z.enum(['waiting', 'writing', 'ready', 'failed', 'expired']),
  /** Name of the file. */
  fileName: z.string(),
  /** When it was requested, UTC. */
  requestedAt: z.iso.datetime(),
  /** Number of calls when it was requested. */
  rows: z.int().min(0),
  /** Number of calls written so far. */
  rowsWritten: z.int().min(0),
  /** Size of the file in bytes; null until it is ready. */
  bytes: z.int().min(0).nullable(),
  /** When the link expires, 7 days after the export is ready; null until then. */
  expiresAt: z.iso.datetime().nullable(),
});
export type Export = z.infer<typeof exportSchema>;

export const requestLargeExport = route({
  service: 'data',
  method: 'POST',
  path: '/calls/request-large-export',
  access: 'full',
  summary: 'Starts a job that writes the calls of a list as XLSX and mails a link to the person’s address.',
  body: z.strictObject({ ...exportedList, ...consents }),
  reply: z.object({ export: exportSchema }),
});

export const listExports = route({
  service: 'data',
  method: 'GET',
  path: '/calls/exports',
  access: 'full',
  summary: 'Lists the viewer’s large exports of the last 7 days, newest first, with their progress.',
  reply: z.object({ records: z.array(exportSchema) }),
});

/** Errors: 404 for another person's export, 422 when it is not ready or has expired. */
export const requestExportFile = route({
  service: 'data',
  method: 'POST',
  path: '/calls/exports/:id/file',
  access: 'full',
  summary: 'Returns a single-use token with which the browser downloads a finished export.',
  params: z.object({ id: z.uuid({ error: 'Use the id of an export.' }) }),
  reply: z.object({ slt: z.string(), expiresAt: z.iso.datetime() }),
});

export const downloadExport = route({
  service: 'data',
  method: 'GET',
  path: '/calls/exports/file.xlsx',
  access: 'public',
  replyFormat: 'binary',
  summary: 'Streams a finished export by its token.',
  query: z.object({ slt: z.string().min(1).max(200) }),
  reply: z.unknown(),
});
