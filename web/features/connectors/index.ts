export { AssignDialog } from './assign-dialog.tsx';
export { ConnectionsPage } from './connections-page.tsx';
