import { availableParallelism, totalmem } from 'node:os';
import pg from 'pg';

const megabyte = 1024 * 1024;

/** What the settings of a server follow. */
export interface Tuning {
  /** Keep what was committed when the machine loses power; off only for throw-away data. */
  readonly durable: boolean;
  /** Bytes of memory that may be used; the machine's or the container's. */
  readonly memory?: number;
}

/** The memory of the machine, or of the container if that is less. */
function usableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * Settings passed at each start, so that they follow the present machine and not the one the data was created on.
 * - A quarter of the memory is shared, up to 2 GB: a million calls with their indexes fit, and the rest is better
 *   left to the system's file cache and to the web process.
 * - No JIT: our queries take milliseconds, compiling them takes longer than it saves.
 * - Parallel workers stay below the cores, so that one large query does not stall small ones; their shared memory
 *   is taken at the start, because containers have a /dev/shm of 64 MB.
 * - The server's log holds no values: no statements, no details.
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
        // to make and drop a database, and to start, PostgreSQL goes through all of it
        shared_buffers: '128MB',
        min_dynamic_shared_memory: '0',
      };
  return {
    listen_addresses: '',
    // a list with commas: a name of one folder is quoted as PostgreSQL quotes names
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

/** Names the socket file (`.s.PGSQL.5432`); nothing listens on a TCP port. */
export const socketPort = 5432;
