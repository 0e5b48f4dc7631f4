import { z } from 'zod';
import { clientReasonKinds } from './rules/client-health.ts';
import { pageOf } from './wire/page.ts';
import { searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

export const maxExportedClients = 20_000;

const count = z.int().min(0);
const percent = z.int().min(0).max(100);

export const clientHealthSchema = z.object({
  accountId: z.string(),
  accountName: z.string(),
  /** More come first; 0 without a reason to call. */
  points: count,
  /** Weightiest first. */
  reasons: z.array(z.object({ kind: z.enum(clientReasonKinds), sentence: z.string() })),
  /** Null if none is known. */
  lastSignInAt: z.iso.datetime().nullable(),
  overdueCallbacks: count,
  /** Of the last 30 days, as {@link scoredCalls}. */
  calls: count,
  scoredCalls: count,
  /** Of the last 30 days, and of the 90 earlier ones; null with too few scored calls. */
  missedRate: percent.nullable(),
  missedRateBefore: percent.nullable(),
  /** Delivered 10 to 56 days ago, without a call since. */
  silentMailings: count,
  openDisputes: count,
  countedAt: z.iso.datetime(),
});
export type ClientHealth = z.output<typeof clientHealthSchema>;

export const listClientHealth = route({
  service: 'data',
  method: 'GET',
  path: '/provider/health',
  access: 'account-manager',
  summary:
    'Lists the viewer’s accounts with figures that say whether to call them, the most urgent first. Figures are counted every 15 minutes; `countedAt` is the oldest count.',
  query: z.object({
    query: searchQuery.optional(),
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 100).default(25),
  }),
  reply: pageOf(clientHealthSchema).extend({ countedAt: z.iso.datetime().nullable() }),
});

export const exportClientHealth = route({
  service: 'data',
  method: 'GET',
  path: '/provider/health/file',
  access: 'account-manager',
  summary: 'Downloads the figures of all found accounts as a CSV file, at most 20,000.',
  query: z.object({ query: searchQuery.optional() }),
  reply: z.unknown(),
  replyFormat: 'binary',
});
