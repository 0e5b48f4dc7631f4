import { lazyRouteComponent } from '@tanstack/react-router';
import { loadParts } from './load-parts.ts';

export { savedViewsQuery } from './api.ts';
export { OpenedViewLine } from './opened-view-line.tsx';
export { SaveViewButton } from './save-view-button.tsx';

/** The page that opens a saved view by its address. */
export const ViewPage = lazyRouteComponent(loadParts, 'ViewPage');

/** The list of views, loaded when it is opened. */
export const ViewsDrawer = lazyRouteComponent(loadParts, 'ViewsDrawer');

/** The page that opens for the signed-in person: the view that they chose, else the home page. */
export const startPath = async (): Promise<string> => (await loadParts()).startPath();
