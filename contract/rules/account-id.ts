/**
 * Whether no account may have this id: `*` means all accounts, and names of inherited properties exist in every plain
 * object used as a map.
 */
export const isReservedAccountId = (id: string): boolean =>
  id === '*' || id === 'prototype' || id in Object.prototype;
