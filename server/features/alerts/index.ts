export { AlertEngine } from './alert-engine.ts';
export { serveAlertHistory } from './alert-history.ts';
export { beginAlerts } from './baseline.ts';
export { cleanAlerts } from './clean-alerts.ts';
export { writePastAlerts } from './past-alerts.ts';
export { presentAddress } from './still-wanted.ts';
export { serveUnsubscribe } from './serve-unsubscribe.ts';
export { openUnsubscribeLinks } from './unsubscribe-links.ts';
