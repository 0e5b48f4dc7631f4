import { z } from 'zod';
import { connectionName } from './rules/connections.ts';
import { route } from './wire/route.ts';

/** 4 MB. Some systems have a smaller limit. */
export const maxEventBytes = 4 * 1024 * 1024;

/**
 * Receives a signed event of a connected system, stores it and processes it later. Repeating it has no effect. Errors:
 * 403 without a valid signature or for an unknown connection; 400, 413 or 415 for a body that is not from this system.
 */
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
