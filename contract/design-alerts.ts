import { z } from 'zod';
import { alertMethods } from './rules/alert-types.ts';
import { designAlertTypes } from './rules/design-alerts.ts';
import { route } from './wire/route.ts';

const settingSchema = z.object({
  alertType: z.enum(designAlertTypes),
  /** Empty if it is off. */
  methods: z.array(z.enum(alertMethods)),
});

const reply = z.object({
  records: z.array(settingSchema),
  /** Without a number there are no text messages. */
  hasPhone: z.boolean(),
});
export type DesignAlertSettings = z.output<typeof reply>;

export const designAlertSettings = route({
  service: 'data',
  method: 'GET',
  path: '/settings/design-alerts',
  access: 'full',
  summary:
    'Returns the person’s alerts about designs, for all accounts: clients’, or those of the provider’s desk.',
  reply,
});

/** Errors: 422 for an alert of others, and for text messages without a number. */
export const saveDesignAlertSetting = route({
  service: 'data',
  method: 'PUT',
  path: '/settings/design-alerts',
  access: 'full',
  summary: 'Sets how the person gets an alert about designs; without methods it is off.',
  body: z.strictObject({
    alertType: z.enum(designAlertTypes),
    methods: z.array(z.enum(alertMethods)).max(alertMethods.length),
  }),
  reply,
});
