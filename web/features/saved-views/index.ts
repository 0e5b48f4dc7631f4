import { lazyRouteComponent } from '@tanstack/react-router';
import { loadParts } from './load-parts.ts';

export { savedViewsQuery } from './api.ts';
export { OpenedViewLine } from './opened-view-line.tsx';
export { ScreenScope } from './screen-scope.tsx';

export const ViewPage = lazyRouteComponent(loadParts, 'ViewPage');

export const ViewsDrawer = lazyRouteComponent(loadParts, 'ViewsDrawer');

export const startPath = async (): Promise<string> => (await loadParts()).startPath();
