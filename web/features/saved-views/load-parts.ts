/** Loads what nobody needs before they come to the saved views. */
export const loadParts = () => import('./parts.ts');
