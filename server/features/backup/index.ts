/*
 * Backup: a copy of the database and the files in a folder, and the way back.
 *   make-backup       reads everything at one moment, with the manifest that checks it later
 *   restore-backup    fills an empty database and data folder, and applies erasures that came after the backup
 *   secrets           which keys of the data folder a backup has
 *   tables            which tables it has, and in which order they are filled
 * Tables: none of its own; it reads and fills all.
 * Routes: none.
 * Commands: backup, restore.
 */
export { makeBackup } from './make-backup.ts';
export { restoreBackup } from './restore-backup.ts';
