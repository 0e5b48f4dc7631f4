/**
 * Whether an account cannot have this id: `*` means every account wherever accounts are chosen, and the names that every
 * JavaScript object has would be found in a map that nobody put them in.
 */
export const isReservedAccountId = (id: string): boolean =>
  id === '*' || id === 'prototype' || id in Object.prototype;
