import type { Entry } from './entry.ts'

/** Default settings, and as many slots as no-op jobs are drained fastest with. */
export const pawl: Entry = { name: 'pawl', program: 'pawl', settings: { concurrency: 10 }, server: 'postgres' }

/** A source whose limit is far above what can be reached. */
export const source = { name: 'service', requestsPerMinute: 60_000_000, burst: 1_000_000 }

export const pawlWithSource: Entry = { ...pawl, name: 'pawl, with a source', settings: { ...pawl.settings, source } }

export const rawInsert: Entry = { name: 'raw insert', program: 'raw-insert', settings: {}, server: 'postgres' }

/** The settings that its documentation publishes its best figures with (worker.graphile.org/docs/performance). */
export const graphileBest: Entry = {
  name: 'graphile-worker, local queue',
  program: 'graphile-worker',
  settings: {
    concurrentJobs: 24,
    maxPoolSize: 25,
    localQueue: { size: 500 },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
  },
  server: 'postgres',
  newerNode: true,
}

export const graphilePlain: Entry = {
  name: 'graphile-worker, plain',
  program: 'graphile-worker',
  settings: { concurrentJobs: 24, maxPoolSize: 25 },
  server: 'postgres',
  newerNode: true,
}

/** Fetches batches without a pause as long as they come back full, and is woken by NOTIFY. */
export const pgBossBatches: Entry = {
  name: 'pg-boss, batches',
  program: 'pg-boss',
  settings: {
    boss: { useListenNotify: true },
    queue: { notify: true },
    work: { batchSize: 1_000, burstWhenBatchFull: true, localConcurrency: 2 },
  },
  server: 'postgres',
  newerNode: true,
}

export const pgBossDefault: Entry = {
  name: 'pg-boss, default',
  program: 'pg-boss',
  settings: {},
  installs: 'pg-boss, a queue without notifications',
  server: 'postgres',
  newerNode: true,
  // one job every two seconds
  firstJobs: 3,
}

export const bullmq = (server: Entry['server'], concurrency: number): Entry => ({
  name: `BullMQ, ${{ postgres: 'PostgreSQL', redis: 'Redis', 'redis-aof': 'Redis + AOF' }[server]}, ${concurrency}`,
  program: 'bullmq',
  settings: { concurrency },
  server,
})
