/*
 * Alerts: which events of an office people want to hear about, and their mails and text messages.
 * An alert takes four steps, each in a file of its name; pipeline.ts runs them, and engine.ts says when:
 *   detect   new missed calls, opportunities, appointments and shipments
 *   collect  who gets what by now: at once, held for ten minutes, daily or weekly
 *   write    the message, from the texts in messages/
 *   send     alerts go into the outbox once, and only to those who still want them
 * merge-alerts.ts moves those of an office that is merged into another. progress.ts knows how far the alerts of an account are, settings/ who wants which.
 * Tables: alerts, alert_events, alert_progress, alert_heartbeat, notification_settings, unsubscribe_lists.
 * Routes: /settings/account, /settings/contacts, /settings/alerts, /alerts/unsubscribe/:token and below.
 * Tasks: AlertEngine looks every 20 seconds; cleanAlerts removes what is old every hour.
 */
export { cleanAlerts } from './clean-alerts.ts';
export { AlertEngine } from './engine.ts';
export { serveAlertHistory } from './alert-history.ts';
export { mergeAlerts } from './merge-alerts.ts';
export { writePastAlerts } from './past-alerts.ts';
export { beginAlerts } from './progress.ts';
export { presentAddress } from './send.ts';
export { receiversOf } from './settings/list-settings.ts';
export { missedCallAlerts } from './settings/missed-call-alerts.ts';
export { serveNotificationSettings } from './settings/serve-settings.ts';
export { openUnsubscribeLinks, serveUnsubscribe } from './unsubscribe.ts';
