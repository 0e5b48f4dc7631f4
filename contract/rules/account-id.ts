/**
 * Whether an id is reserved, so that no account can have it: `*` means all accounts, and names of inherited object
 * properties would be found in any plain object that is used as a map.
 */
export const isReservedAccountId = (id: string): boolean =>
  id === '*' || id === 'prototype' || id in Object.prototype;
