export { ProviderMailingsPage } from './mailings-page.tsx';
