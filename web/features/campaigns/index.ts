export { CampaignsPage } from './campaigns-page.tsx';
export { MailingDrawer } from './lazy-mailing-drawer.ts';
export { requestCampaigns } from './mailing-requests.ts';
