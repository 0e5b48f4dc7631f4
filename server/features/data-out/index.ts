/*
 * Data out: other systems take what people changed in the portal.
 *
 *   changed-rows, cursors, serve-export    changes since a cursor, with the present row, in files of the feed
 *   write-export                           the same as a folder that an import reads
 *   write-scores                           the scores of people as files of the feed
 *   webhooks/                              the same changes sent to an address, in order for each account, until it takes them
 *
 * Tables: webhooks, webhook_queues, webhook_deliveries. The changes are of the room changes.
 * Routes: GET /export of the ingest service, with an API key.
 * Commands: export, webhooks.
 * Tasks: the sender, in each worker.
 */
export { cursorAt, readLogState } from './cursors.ts';
export { serveDataOut } from './serve-export.ts';
export { writeExport } from './write-export.ts';
export { writeScores } from './write-scores.ts';
export { cleanWebhooks, WebhookSender } from './webhooks/send-webhooks.ts';
export {
  addWebhook,
  countDeliveries,
  type Delivery,
  listDeliveries,
  listWebhooks,
  pauseWebhooks,
  removeWebhook,
  replayWebhook,
  resumeWebhook,
  type Webhook,
  webhookWarnings,
} from './webhooks/webhooks.ts';
