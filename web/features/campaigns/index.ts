export { CampaignsPage } from './campaigns-page.tsx';
export { DeliveredInWeeks } from './deliveries.tsx';
export { MailingDrawer } from './lazy-mailing-drawer.ts';
export { requestCampaigns } from './mailing-requests.ts';
