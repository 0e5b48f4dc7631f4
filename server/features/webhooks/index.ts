export { cleanWebhooks, WebhookSender } from './send-webhooks.ts';
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
} from './webhooks.ts';
