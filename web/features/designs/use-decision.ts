import { useState } from 'react';

/** Sends a confirmed decision; `describe` explains a failure to the user. Stays busy after success, which closes the dialog. */
export function useDecision(
  send: () => Promise<void>,
  describe: (error: unknown) => string,
): { isBusy: boolean; problem: string | null; confirm: () => Promise<void> } {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await send();
    } catch (error) {
      setProblem(describe(error));
      setBusy(false);
    }
  };
  return { isBusy, problem, confirm };
}
