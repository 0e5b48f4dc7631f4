import { sqlStateOf } from './logged-error.ts';

/** PostgreSQL's state of a statement for which there was no room on the disk. */
const diskFullState = '53100';
/** The system's errors when a disk or a quota is full. */
const noRoomCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** Whether the system reports that a disk or a quota is full. */
export const isDiskFull = (error: unknown): boolean =>
  noRoomCodes.has(String((error as { code?: unknown } | null)?.code));

/** Whether PostgreSQL reports that its disk is full. */
export const isDatabaseDiskFull = (error: unknown): boolean => sqlStateOf(error) === diskFullState;
