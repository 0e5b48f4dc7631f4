/** What is loaded when somebody comes to the saved views, or opens one: in one file, because it is used together. */
export { SaveViewDialog } from './save-view-dialog.tsx';
export { startPath } from './start-path.ts';
export { ViewLine } from './view-line.tsx';
export { ViewPage } from './view-page.tsx';
export { ViewsDrawer } from './views-drawer.tsx';
