import { useState } from 'react';

/**
 * The value, or the last known one with the same key while it is undefined.
 * @param value undefined while unknown
 */
export function useLastKnown<Value>(value: Value | undefined, key = ''): Value | undefined {
  const [last, setLast] = useState({ key, value });
  if (value !== undefined && (last.key !== key || last.value !== value)) setLast({ key, value });
  return value ?? (last.key === key ? last.value : undefined);
}
