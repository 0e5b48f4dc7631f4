import { z } from 'zod';
import { route } from './wire/route.ts';

/** The image of a signed address: the original, the preview or the thumbnail. */
export const streamImage = route({
  service: 'data',
  method: 'GET',
  path: '/images/:signature',
  access: 'public',
  answer: 'binary',
  summary: 'The bytes of an image, by a signed URL.',
  params: z.object({ signature: z.string().min(1).max(2000) }),
  reply: z.unknown(),
});
