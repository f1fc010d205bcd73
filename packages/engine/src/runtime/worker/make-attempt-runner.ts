import type { SettlingWorker } from '../../postgres/settle.ts'
import { AttemptRunner } from './attempt-runner.ts'
import { Committer } from './committer.ts'
import { HandlerJob } from './handler-job.ts'
import type { ProgressWriter } from './progress-writer.ts'
import type { WorkerParts } from './worker-parts.ts'

type Surroundings = {
  readonly worker: () => SettlingWorker
  readonly progress: ProgressWriter
  readonly onFatal: (error: unknown) => void
  readonly onNoConnection: (error: Error) => void
}

/** Wires what runs handlers to what they may call. */
export function makeAttemptRunner(
  parts: WorkerParts,
  { worker, progress, onFatal, onNoConnection }: Surroundings,
): AttemptRunner {
  const { commits, prepare, settles, runner, events, settings, enqueuer, registry, classify, fenced } = parts
  const committer = new Committer({
    clients: commits,
    prepare,
    runner: settles,
    worker,
    events,
    idleMs: settings.commitIdleMs,
    fenced,
  })
  const steps = { clients: commits, prepare, worker, events, idleMs: settings.commitIdleMs }
  const services = { committer, enqueuer, registry, runner, progress, events, steps, fetcher: parts.sources.fetcher }
  return new AttemptRunner({
    events,
    classify,
    tracing: parts.tracing,
    abortGraceMs: settings.abortGraceMs,
    random: Math.random,
    onFatal,
    onNoConnection,
    makeJob: (attempt, body) => new HandlerJob(attempt, body, services),
  })
}
