import { useState } from 'react';

/**
 * A value, or while it is not known the last one of the same key.
 * @param value undefined while it is not known
 */
export function useLastKnown<Value>(value: Value | undefined, key = ''): Value | undefined {
  const [last, setLast] = useState({ key, value });
  if (value !== undefined && (last.key !== key || last.value !== value)) setLast({ key, value });
  return value ?? (last.key === key ? last.value : undefined);
}
