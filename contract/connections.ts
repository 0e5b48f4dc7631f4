import { z } from 'zod';
import { connectionName } from './rules/connections.ts';
import { route } from './wire/route.ts';

/** 4 MB. Some systems have a smaller limit. */
export const maxEventBytes = 4 * 1024 * 1024;

/** Stores a signed event, processed later; once. Errors: 403 for a wrong signature or connection; 400, 413 or 415 for a wrong body. */
export const receiveConnectionEvent = route({
  service: 'ingest',
  method: 'POST',
  path: '/connections/:connectionId/events',
  access: 'public',
  bodyFormat: 'file',
  bodyTypes: [
    'application/json',
    'application/x-www-form-urlencoded',
    'application/jwt',
    'text/plain',
    'text/csv',
  ],
  summary: 'Takes an event from a connected system.',
  params: z.object({
    connectionId: z
      .string()
      .max(40, 'Use the address that the command connections add prints.')
      .regex(connectionName, 'Use the address that the command connections add prints.'),
  }),
  reply: z.object({
    received: z.literal(true),
  }),
});
