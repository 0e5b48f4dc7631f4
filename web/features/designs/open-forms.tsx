import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';

interface OpenForms {
  isFormOpen: boolean;
  /** Registers an open form; returns a function that removes it. */
  register: () => () => void;
}

const OpenFormsContext = createContext<OpenForms>({ isFormOpen: false, register: () => () => {} });

/** Tracks whether a comment is being written, so that only one button at a time is primary. */
export function OpenFormsProvider({ children }: { children: ReactNode }) {
  const [forms, setForms] = useState(0);
  const register = useCallback(() => {
    setForms((count) => count + 1);
    return () => setForms((count) => count - 1);
  }, []);
  const openForms = useMemo(() => ({ isFormOpen: forms > 0, register }), [forms, register]);
  return <OpenFormsContext value={openForms}>{children}</OpenFormsContext>;
}

export const useIsFormOpen = (): boolean => useContext(OpenFormsContext).isFormOpen;

export function useRegisterOpenForm(): void {
  const { register } = useContext(OpenFormsContext);
  useEffect(() => register(), [register]);
}
