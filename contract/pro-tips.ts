import { z } from 'zod';
import { route } from './wire/route.ts';

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

/** Designs have a route of their own, which checks access. */
export const proTipPdf = route({
  service: 'data',
  method: 'GET',
  path: '/pro-tips/:proTip/pdf',
  access: 'limited',
  guests: true,
  replyFormat: 'binary',
  summary: 'Returns a Pro Tip Training page as a PDF of one letter-size page.',
  params: z.object({ proTip: proTipSchema }),
  reply: z.unknown(),
});

export const proTipImage = route({
  service: 'data',
  method: 'GET',
  path: '/pro-tips/:proTip/image',
  access: 'public',
  replyFormat: 'binary',
  summary: 'Returns a Pro Tip Training page as an image.',
  params: z.object({ proTip: proTipSchema }),
  reply: z.unknown(),
});
