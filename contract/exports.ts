import { z } from 'zod';
import { callFiltersOfBody } from './call-filters.ts';
import { callListQueryShape } from './calls.ts';
import { route } from './wire/route.ts';

export const maxDirectDownload = 10_000;

const exportedList = {
  accountIds: callListQueryShape.accountIds,
  exceptAccountIds: callListQueryShape.exceptAccountIds,
  filters: callListQueryShape.filters,
  query: callListQueryShape.query,
  sort: callListQueryShape.sort,
  dir: callListQueryShape.dir,
};

const consent = (text: string) => z.literal(true, { error: `Tick '${text}'` });
export const consentTexts = {
  acceptedTerms: 'I accept the terms and conditions.',
  authorizedReceiver: 'I am an authorized receiver of the data.',
} as const;
export const consents = {
  acceptedTerms: consent(consentTexts.acceptedTerms),
  authorizedReceiver: consent(consentTexts.authorizedReceiver),
};

export const requestDownload = route({
  service: 'data',
  method: 'POST',
  path: '/calls/request-download',
  access: 'full',
  summary:
    'Records the consent and returns a single-use token for one download of exactly this list, valid for 2 minutes.',
  body: z.strictObject({ ...exportedList, filters: callFiltersOfBody.optional(), ...consents }),
  reply: z.object({
    slt: z.string(),
    expiresAt: z.iso.datetime(),
    rows: z.int().min(0),
  }),
});

/** Needs only the token. Errors: 400 for another list than the token's; 403 for an invalid token; 429 while too many of a user's run. */
export const downloadCalls = route({
  service: 'data',
  method: 'GET',
  path: '/calls/download.xlsx',
  access: 'public',
  replyFormat: 'binary',
  summary: 'Streams the calls of a requested download as XLSX.',
  query: z.object({
    slt: z.string({ error: 'Ask for a token by /calls/request-download first.' }).min(1).max(200),
    /** ISO 8601 with offset. The "About this export" sheet uses this offset. */
    localDateTime: z.iso
      .datetime({ offset: true, error: 'Use a date and time as 2026-01-31T15:00:00-05:00.' })
      .max(40, 'Use a date and time as 2026-01-31T15:00:00-05:00.')
      .optional(),
    /** If present, must equal the token's accounts. */
    accountIds: exportedList.accountIds,
    exceptAccountIds: exportedList.exceptAccountIds,
    filters: exportedList.filters,
  }),
  reply: z.unknown(),
});

export const exportSchema = z.object({
  id: z.uuid(),
  /** `expired` after 7 days, or because a person in the file was erased. */
  state: z.enum(['waiting', 'writing', 'ready', 'failed', 'expired']),
  fileName: z.string(),
  requestedAt: z.iso.datetime(),
  rows: z.int().min(0),
  rowsWritten: z.int().min(0),
  bytes: z.int().min(0).nullable(),
  /** 7 days after `ready`. */
  expiresAt: z.iso.datetime().nullable(),
});
export type Export = z.infer<typeof exportSchema>;

export const requestLargeExport = route({
  service: 'data',
  method: 'POST',
  path: '/calls/request-large-export',
  access: 'full',
  summary: 'Starts a job that writes the calls of a list as XLSX and mails a link to the person’s address.',
  body: z.strictObject({ ...exportedList, filters: callFiltersOfBody.optional(), ...consents }),
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

/** Errors: 404 for another user's export, 422 if it is not ready or has expired. */
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
