import { availableParallelism, totalmem } from 'node:os';
import pg from 'pg';

const megabyte = 1024 * 1024;

export interface Tuning {
  /** Commits survive a power failure; turn off only for temporary data. */
  readonly durable: boolean;
  /** Bytes; by default the machine's, or the container's if that is less. */
  readonly memory?: number;
}

function usableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * Passed at each start, so that they follow the current machine.
 * - A quarter of the memory is shared, up to 2 GB: enough for a million calls with indexes.
 * - No JIT: compiling takes longer than these queries.
 * - Fewer parallel workers than cores, so that large queries do not stall small ones. /dev/shm has only 64 MB in containers.
 * - The server's log contains no statements and no details.
 */
export function serverSettings(socketFolder: string, tuning: Tuning): Record<string, string> {
  const memory = tuning.memory ?? usableMemory();
  const megabytes = (bytes: number) => `${Math.round(bytes / megabyte)}MB`;
  const clamp = (bytes: number, min: number, max: number) =>
    Math.min(Math.max(bytes, min * megabyte), max * megabyte);
  const workers = Math.max(0, Math.min(availableParallelism() - 1, 4));
  const durabilitySettings: Record<string, string> = tuning.durable
    ? {}
    : {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        autovacuum: 'off',
        // PostgreSQL scans all of it to create or drop a database and to start
        shared_buffers: '128MB',
        min_dynamic_shared_memory: '0',
      };
  return {
    listen_addresses: '',
    // a list with commas, so the folder is quoted as an identifier
    unix_socket_directories: pg.escapeIdentifier(socketFolder),
    unix_socket_permissions: '0700',
    port: String(socketPort),
    max_connections: '100',
    shared_buffers: megabytes(clamp(memory / 4, 64, 2048)),
    effective_cache_size: megabytes(memory / 2),
    work_mem: megabytes(clamp(memory / 256, 4, 64)),
    maintenance_work_mem: megabytes(clamp(memory / 32, 64, 512)),
    max_parallel_workers_per_gather: String(Math.min(workers, 2)),
    max_parallel_workers: String(workers),
    min_dynamic_shared_memory: megabytes(clamp(memory / 64, 16, 128)),
    jit: 'off',
    random_page_cost: '1.1',
    wal_compression: 'on',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...durabilitySettings,
  };
}

/** Names the socket file (`.s.PGSQL.5432`); no TCP port is open. */
export const socketPort = 5432;
