import type { AlertInput } from './types.ts';

/** Why a person gets an alert, and the link that stops it. */
export const unsubscribeOf = ({ account, alertType, receiver, unsubscribeUrl }: AlertInput) => ({
  reason: `${receiver.name} gets the ${alertType} of ${account.name} by email.`,
  label: 'Stop these emails',
  url: unsubscribeUrl,
});
