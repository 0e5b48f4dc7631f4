import { paths } from '../../paths.ts';

export const designsPath = paths.providerSection('designs');
export const newDesignPath = `${designsPath}/new`;
export const designPath = (id: string) => `${designsPath}/${encodeURIComponent(id)}`;
