import { z } from 'zod';
import { connectionName } from './rules/connections.ts';
import { route } from './wire/route.ts';

/** The most bytes of an event: 4 MB. Systems that send less have a smaller limit. */
export const maxEventBytes = 4 * 1024 * 1024;

/**
 * What a connected system posts, signed by the scheme of that system over the bytes of the body. It is stored and worked off
 * afterwards; sending the same again changes nothing. The reply has status 200. Errors: 403 without a valid signature, and for a connection
 * that there is not; then 400, 413 or 415 for a body that is not one of this system's.
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
    /** The name of the connection. */
    connectionId: z
      .string()
      .max(40, 'Use the address that the command connections add prints.')
      .regex(connectionName, 'Use the address that the command connections add prints.'),
  }),
  reply: z.object({
    /** Always true: whatever it says is worked off afterwards. */
    received: z.literal(true),
  }),
});
