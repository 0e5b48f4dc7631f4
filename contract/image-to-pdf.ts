import { z } from 'zod';
import { route } from './wire/route.ts';

/** The Pro Tip Training pages, by the card they belong to. */
export const proTips = [
  'asked-for-appointment',
  'asked-for-source',
  'good-impression',
  'asked-for-additional-appointments',
  'interacted-with-ivr',
  'pricing-answers',
  'placed-on-hold',
  'asked-to-place-on-hold',
  'hold-time',
] as const;
export const proTipSchema = z.enum(proTips, { error: `Use one of ${proTips.join(', ')}.` });
export type ProTip = z.infer<typeof proTipSchema>;

/** The image-to-PDF converter: a Pro Tip page. Designs have their own call with the design's rights. */
export const proTipPdf = route({
  service: 'data',
  method: 'GET',
  path: '/pro-tips/:proTip/pdf',
  access: 'limited',
  answer: 'binary',
  summary: 'A Pro Tip Training page as a PDF of one letter page.',
  params: z.object({ proTip: proTipSchema }),
  reply: z.unknown(),
});

/** The image that the page shows full screen. */
export const proTipImage = route({
  service: 'data',
  method: 'GET',
  path: '/pro-tips/:proTip/image',
  access: 'public',
  answer: 'binary',
  summary: 'A Pro Tip Training page as an image.',
  params: z.object({ proTip: proTipSchema }),
  reply: z.unknown(),
});
