import { useState } from 'react';

/**
 * Sends a decision that a dialog confirms. It stays busy after a success, which closes the dialog.
 * @param send rejects when the decision failed
 * @param describe says for the person why it failed
 */
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
