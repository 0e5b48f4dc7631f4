import { createContext, useContext, useState } from 'react';

/** Whether the surrounding tab is selected; see {@link KeptPanel}. */
export const IsDisplayed = createContext(true);

/** Whether the surrounding tab is selected. Layers over the page close with their tab. */
export const useIsDisplayed = (): boolean => useContext(IsDisplayed);

/** State of a layer over the page; resets to closed when its tab is left. */
export function useOpened(): [opened: boolean, setOpened: (opened: boolean) => void] {
  const isDisplayed = useIsDisplayed();
  const [opened, setOpened] = useState(false);
  if (opened && !isDisplayed) setOpened(false);
  return [opened && isDisplayed, setOpened];
}
