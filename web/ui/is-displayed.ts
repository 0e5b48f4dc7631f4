import { createContext, useContext } from 'react';

/** Whether the surrounding tab is the chosen one; see {@link KeptPanel}. */
export const IsDisplayed = createContext(true);

/** Whether the surrounding tab is the chosen one. Layers over the page close with their tab. */
export const useIsDisplayed = (): boolean => useContext(IsDisplayed);
