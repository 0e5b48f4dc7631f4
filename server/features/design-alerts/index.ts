/*
 * Design alerts: the client's reviewers hear of a design that waits, of its next version and of its due date, and the provider's
 * people of the client's decisions.
 *
 *   waiting-designs    what waits and was not told, and what was decided
 *   receivers          who hears of it, by contract/rules/design-alerts.ts, and the check just before sending
 *   design-messages    mails and text messages
 *   worker             looks every 20 seconds; what it writes and that it wrote it are one transaction
 *   settings           who wants which, also for the links that stop mails
 *
 * Tables: design_alerts, design_decisions, design_alert_settings.
 * Routes: /settings/design-alerts.
 */
export { presentDesignAddress } from './receivers.ts';
export { designEmails, serveDesignAlertSettings } from './settings.ts';
export { continueReview, noteDecision, noteWaitingDesigns } from './waiting-designs.ts';
export { DesignAlerts } from './worker.ts';
