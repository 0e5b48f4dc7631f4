import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';

interface Writing {
  isWriting: boolean;
  /** Notes a form that opens; the returned function notes that it closes. */
  open: () => () => void;
}

const WritingContext = createContext<Writing>({ isWriting: false, open: () => () => {} });

/** Knows whether a comment is being written within it, so that one button at a time stands out. */
export function WritingProvider({ children }: { children: ReactNode }) {
  const [forms, setForms] = useState(0);
  const open = useCallback(() => {
    setForms((count) => count + 1);
    return () => setForms((count) => count - 1);
  }, []);
  const writing = useMemo(() => ({ isWriting: forms > 0, open }), [forms, open]);
  return <WritingContext value={writing}>{children}</WritingContext>;
}

/** Whether a comment is being written. */
export const useIsWriting = (): boolean => useContext(WritingContext).isWriting;

/** Notes that a form for a comment is open while the component is shown. */
export function useNoteWriting(): void {
  const { open } = useContext(WritingContext);
  useEffect(() => open(), [open]);
}
