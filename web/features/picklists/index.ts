export { PicklistsPage } from './picklists-page.tsx';
