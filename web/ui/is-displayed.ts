import { createContext, useContext, useState } from 'react';

/** Whether the surrounding tab is the chosen one; see {@link KeptPanel}. */
export const IsDisplayed = createContext(true);

/** Whether the surrounding tab is the chosen one. Layers over the page close with their tab. */
export const useIsDisplayed = (): boolean => useContext(IsDisplayed);

/** Whether a layer over the page is open: false at first, and again when its tab is left. */
export function useOpened(): [opened: boolean, setOpened: (opened: boolean) => void] {
  const isDisplayed = useIsDisplayed();
  const [opened, setOpened] = useState(false);
  if (opened && !isDisplayed) setOpened(false);
  return [opened && isDisplayed, setOpened];
}
