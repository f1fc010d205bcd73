import type { HttpClientOptions } from '../http/http-client.ts'
import { Connections } from '../postgres/connections.ts'
import { Canceller } from './canceller.ts'
import { DeadLetters } from './dead-letters.ts'
import { Doctor } from './doctor.ts'
import { Enqueuer } from './enqueuer.ts'
import { Eraser } from './eraser.ts'
import { Events } from './events.ts'
import { Handing } from './handing.ts'
import { JobWatch } from './job-watch.ts'
import { JobWriter } from './job-writer.ts'
import { LaneBook } from './lane-book.ts'
import { logEvents } from './log-events.ts'
import { Partitions } from './partitions.ts'
import type { PawlOptions } from './pawl-options.ts'
import { makePipelineParts } from './pipelines/pipeline-parts.ts'
import { readSettings } from './read-options.ts'
import { Registry } from './registry.ts'
import { RepairCounts } from './repair-counts.ts'
import { retentionSettings } from './retention-options.ts'
import { RunNow } from './run-now.ts'
import { Running } from './running.ts'
import { makeScheduleParts } from './schedule-parts.ts'
import { Signals } from './signals.ts'
import { makeSourceParts } from './sources/source-parts.ts'
import { defaultStartTimeoutMs, untilAccepted } from './until-accepted.ts'
import { workerSettings } from './worker/worker-options.ts'

/** Test-only hooks; not part of the public API. */
export type PawlInternals = {
  readonly fenced?: boolean
  /** How requests find and refuse addresses. */
  readonly http?: HttpClientOptions
  /** How many positions a partition has at least. */
  readonly partitionSize?: number
  /** How long `stop` waits for a PostgreSQL that does not answer, beyond what handlers may take: 5 s. */
  readonly farewellMs?: number
}

export type PawlParts = ReturnType<typeof makePawlParts>

/** Makes what one Pawl is built from, and wires it. */
export function makePawlParts(options: PawlOptions, internals: PawlInternals, onReconnect: () => void) {
  const events = new Events()
  if (options.logger !== undefined) logEvents(events, options.logger)
  const settings = workerSettings(options.worker)
  const { commitConnections, commitIdleMs } = settings
  const prepare = options.pooler !== true
  const reads = readSettings(options.reads)
  const connections = new Connections({
    url: options.url,
    prepare,
    commitConnections,
    commitIdleMs,
    reads,
    onReconnect,
  })
  const { general, cancels, enqueues, keys } = connections
  const lanes = new LaneBook(general)
  const retention = retentionSettings(options.retention, options.queues)
  const least = internals.partitionSize === undefined ? {} : { least: internals.partitionSize }
  const partitions = new Partitions({ runner: general, events, keepMs: retention.keepMs, ...least })
  // through a pooler no plan is kept, and to look for a worker that stands by would cost more than it saves
  const handing = prepare ? new Handing(general) : undefined
  const writer = new JobWriter({ runners: { plain: enqueues, tied: keys }, partitions, handing })
  const enqueuer = new Enqueuer(writer, lanes, events, {
    tracing: options.tracing,
    timeoutMs: options.enqueueTimeoutMs,
    checkSource: (name) => sources.book.check(name),
  })
  const sources = makeSourceParts({
    connections,
    events,
    definitions: options.sources ?? [],
    http: internals.http ?? {},
  })
  const canceller = new Canceller(cancels, events)
  const pipelineServices = {
    runner: general,
    transactions: connections.pipelines,
    enqueuer,
    events,
    canceller,
    deadLetters: () => deadLetters,
  }
  const pipelines = makePipelineParts(options.pipelines ?? [], pipelineServices, options.queues ?? {})
  const registry = new Registry([...options.jobs, ...pipelines.jobs], pipelines.queues)
  const deadLetters = new DeadLetters({ runner: general, reader: general, registry, lanes, events })
  return {
    /** For `start`: PostgreSQL may be starting up itself. */
    untilAccepted: () =>
      untilAccepted({ connection: general, events, limitMs: options.startTimeoutMs ?? defaultStartTimeoutMs }),
    events,
    repairs: new RepairCounts(events),
    settings,
    registry,
    connections,
    lanes,
    retention,
    partitions,
    enqueuer,
    canceller,
    eraser: new Eraser(general, canceller, events),
    doctor: new Doctor({ url: options.url, pooler: !prepare, runner: general, keepMs: retention.keepMs }),
    watch: new JobWatch(general, events),
    signals: new Signals(general, events),
    runNow: new RunNow(general, deadLetters, events),
    pipelines,
    sources,
    schedules: makeScheduleParts({ schedules: options.schedules ?? [], registry, connections, enqueuer, events }),
  }
}

export function makeRunning(options: PawlOptions, internals: PawlInternals, parts: PawlParts): Running {
  return new Running({
    ...parts,
    url: options.url,
    pooler: options.pooler === true,
    classify: options.classifyError,
    tracing: options.tracing,
    fenced: internals.fenced !== false,
    onSettled: (position) => parts.watch.settled(position),
  })
}
