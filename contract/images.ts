import { z } from 'zod';
import { route } from './wire/route.ts';

export const streamImage = route({
  service: 'data',
  method: 'GET',
  path: '/images/:signature',
  access: 'public',
  replyFormat: 'binary',
  summary: 'Streams an image by its signed URL.',
  params: z.object({ signature: z.string().min(1).max(2000) }),
  reply: z.unknown(),
});
