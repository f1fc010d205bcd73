import { fileURLToPath } from 'node:url'
import { createPawl, type SourceOptions } from 'pawl'
import pg from 'pg'
import type { Log } from '../proof.ts'
import { callJob } from './call-job.ts'
import { PoliteService, type PoliteServiceOptions } from './polite-service.ts'
import { ProofServer } from './proof-server.ts'
import type { SourceWorkerArguments } from './source-worker.ts'
import { WorkerFleet } from './worker-fleet.ts'
import type { FromWorker } from './worker-process.ts'

export type CallsOptions = {
  readonly log: Log
  readonly jobs: number
  readonly source: SourceOptions
  readonly service: PoliteServiceOptions
  readonly onMessage?: (message: FromWorker) => void
}

export type Calls = {
  readonly service: PoliteService
  readonly fleet: WorkerFleet
  /** Jobs that have not succeeded, and attempts that were used beyond the first of each. */
  readonly tally: () => Promise<{ readonly unfinished: number; readonly attemptsUsed: number }>
}

const workers = 3

/** Three worker processes whose jobs call one service: as many as there are, as politely as they were told. */
export async function withCalls<T>(options: CallsOptions, run: (calls: Calls) => Promise<T>): Promise<T> {
  const { log, jobs, source, onMessage } = options
  log('starting a PostgreSQL and a service of my own')
  const server = await ProofServer.start()
  const { url } = server
  const service = await PoliteService.start(options.service)
  const { call, service: defined } = callJob(service.origin, source)
  const pawl = createPawl({ url, jobs: [call], sources: [defined] })
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const fleet = new WorkerFleet({
    script: fileURLToPath(new URL('./source-worker.ts', import.meta.url)),
    size: workers,
    argument: (name): SourceWorkerArguments => ({ url, name, origin: service.origin, source }),
    onMessage: (_worker, message) => onMessage?.(message),
  })
  const tally = async () => {
    const { rows } = await pool.query(
      `select count(*) filter (where status <> 'succeeded')::int as unfinished,
              coalesce(sum(failures + crashes), 0)::int as "attemptsUsed" from pawl.jobs`,
    )
    return rows[0]
  }
  try {
    await pawl.migrate()
    await pawl.enqueueMany(
      call,
      Array.from({ length: jobs }, (_, n) => ({ n })),
    )
    log(`${workers} workers run ${jobs} jobs that each call the service once`)
    fleet.start()
    return await run({ service, fleet, tally })
  } finally {
    await fleet.killAll()
    await Promise.allSettled([pawl.stop(), pool.end(), service.close()])
    await server.close()
  }
}
