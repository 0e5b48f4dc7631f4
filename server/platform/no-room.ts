import { sqlStateOf } from './logged-error.ts';

/** SQLSTATE of a full disk. */
const diskFullState = '53100';
/** System errors of a full disk or quota. */
const noRoomCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

export const isDiskFull = (error: unknown): boolean =>
  noRoomCodes.has(String((error as { code?: unknown } | null)?.code));

export const isDatabaseDiskFull = (error: unknown): boolean => sqlStateOf(error) === diskFullState;
