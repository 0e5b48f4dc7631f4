/** Loads the parts of saved views on first use. */
export const loadParts = () => import('./parts.ts');
