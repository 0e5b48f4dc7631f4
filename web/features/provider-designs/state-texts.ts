import type { DeskDesignState } from '@mailcall/contract/provider-designs.ts';

export const stateTexts: Readonly<Record<DeskDesignState, string>> = {
  notSent: 'Not sent',
  withClient: 'With the client',
  changes: 'Changes requested',
  approved: 'Approved',
  notChosen: 'Archived',
};
