export { CampaignsPage } from './campaigns-page.tsx';
export { MailingDrawer } from './mailing-drawer.tsx';
