export { readChanges } from './changed-rows.ts';
export { cursorAt, positionOfCursor, readLogState } from './cursors.ts';
export { serveDataOut } from './serve-export.ts';
export { writeExport } from './write-export.ts';
