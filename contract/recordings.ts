import { z } from 'zod';
import { callIdParams } from './calls.ts';
import { flag } from './wire/query.ts';
import { route } from './wire/route.ts';

export const requestRecording = route({
  service: 'data',
  method: 'GET',
  path: '/calls/:id/recording',
  access: 'full',
  guests: true,
  clientViews: 'recordings',
  summary: 'Returns a short-lived signed URL of a call’s recording. The request is logged as a play.',
  params: callIdParams,
  query: z.object({
    /** Replaces an expired URL during playback; no second play is logged within an hour of the first. */
    renewal: flag.optional(),
  }),
  reply: z.object({
    /** Signed path below the data service. Needs no access token and supports byte ranges. */
    url: z.string(),
    expiresAt: z.iso.datetime(),
  }),
});

export const streamRecording = route({
  service: 'data',
  method: 'GET',
  path: '/recordings/:signature',
  access: 'public',
  replyFormat: 'binary',
  summary: 'Streams a recording by its signed URL.',
  params: z.object({ signature: z.string().min(1).max(4000) }),
  reply: z.unknown(),
});
