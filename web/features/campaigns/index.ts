export { CampaignsPage } from './campaigns-page.tsx';
export { MailingDrawer } from './lazy-mailing-drawer.ts';
