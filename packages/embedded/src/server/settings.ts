import { totalmem } from 'node:os'

/**
 * How the server is set up. All of it is given on the command line, so that it also holds for data that was made
 * by an earlier release, and so that one list tells the whole of it.
 */
export function settings(port: number): readonly string[] {
  const buffersMb = sharedBuffersMb(memoryBytes())
  const values: Readonly<Record<string, string | number>> = {
    // Only this machine, only with the password: a socket file would let in whoever can reach its folder.
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',

    // What was committed survives a power cut. These are the defaults; they stand here because they are a promise.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    // A million jobs in line and their indexes are 170 MB, and with what else is written meanwhile they stay in memory: with half of
    // this a drain of them beside another busy database had 0.97 of the speed of one of fresh jobs, has 1.01, and both a tenth more.
    shared_buffers: `${buffersMb}MB`,
    // What PostgreSQL and the system keep together: half of the memory, of 1 to 8 GB of it.
    effective_cache_size: `${4 * buffersMb}MB`,
    // The default is made for spinning disks and makes the planner shy of indexes.
    random_page_cost: 1.1,
    // After each checkpoint every page is written to the log whole once more. Fewer checkpoints write less; the
    // size bounds the disk used and the time a recovery takes.
    checkpoint_timeout: '15min',
    max_wal_size: '2GB',
    // Nobody replicates an embedded database: leave out of the log what only replicas read.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    // Compiling a query costs more than any statement of a queue takes.
    jit: 'off',

    // Several workers with a pool each, a dashboard, a terminal.
    max_connections: 200,
    // Enqueue inside a two-phase commit is supported, so it must be possible to try it out here.
    max_prepared_transactions: 20,

    // Look often, and after a twentieth of a table instead of a fifth: what waits, keys and the applications' tables change all the
    // time. The ledger's partitions, which only grow, have settings of their own.
    autovacuum_naptime: '15s',
    autovacuum_analyze_scale_factor: 0.05,
    autovacuum_vacuum_scale_factor: 0.05,
    autovacuum_vacuum_insert_scale_factor: 0.05,

    // The same on every machine. The launcher reads its own child's lines in the log by the process id.
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    cluster_name: 'pawl',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** An eighth of the memory there is, and not so much that a laptop would miss it. Not less than PostgreSQL's own default. */
export function sharedBuffersMb(memoryBytes: number): number {
  return Math.min(1024, Math.max(128, Math.floor(memoryBytes / 8 / 2 ** 20)))
}

/** Of this machine, or of the container if that is less. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity)
}
