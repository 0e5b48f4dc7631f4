/** Refuses `*`, which means all accounts, and names of inherited properties, which every plain object has. */
export const isReservedAccountId = (id: string): boolean =>
  id === '*' || id === 'prototype' || id in Object.prototype;
