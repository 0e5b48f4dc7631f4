/** Parts of saved views that are loaded together on first use. */
export { SaveViewDialog } from './save-view-dialog.tsx';
export { startPath } from './start-path.ts';
export { ViewLine } from './view-line.tsx';
export { ViewPage } from './view-page.tsx';
export { ViewsDrawer } from './views-drawer.tsx';
