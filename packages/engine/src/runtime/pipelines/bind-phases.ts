import { randomUUID } from 'node:crypto'
import { PawlError } from '../../errors.ts'
import type { Job } from '../../job/job.ts'
import type { JobDefinition } from '../../job/job-definition.ts'
import { jobPosition } from '../../job/job-id.ts'
import type { PhasesDefinition, RunBody } from '../../pipeline/define-phases.ts'
import type { PhaseContext, PhaseDefinition } from '../../pipeline/phase.ts'
import type { PhaseCounts } from '../../pipeline/phase-progress.ts'
import { isConnectionLost } from '../../postgres/is-connection-lost.ts'
import { beginRun, endRun, leavePhase, leaveRun, openRun, renewRun } from '../../postgres/runs.ts'
import { transactionRunner } from '../../postgres/transactions/transaction-runner.ts'
import type { Events } from '../events.ts'
import { Patience } from './patience.ts'
import { PhasePass, type PhasePassOptions } from './phase-pass.ts'
import { PhaseRuns } from './phase-runs.ts'
import type { PipelineServices } from './pipeline-services.ts'

const retryMs = 500
/** How soon a run looks again whether the cancelled one before it has left. */
const leavingMs = 200

/** The jobs of a pipeline of phases: a run over one subject, from phase to phase, and one that starts a run. */
export function bindPhases(definition: PhasesDefinition, services: PipelineServices): JobDefinition[] {
  const run = (job: Job<RunBody>) => goThrough(definition, services, job)
  const start = ({ body: { subject, input } }: Job<RunBody>) =>
    new PhaseRuns(services, services.canceller, services.deadLetters()).start(
      definition,
      subject,
      input === undefined ? {} : { input },
    )
  return [{ ...definition.runJob, run } as JobDefinition, { ...definition.job, run: start } as JobDefinition]
}

type Run = {
  readonly definition: PhasesDefinition
  readonly events: Events
  readonly job: Job<RunBody>
  readonly patience: Patience
  readonly id: number
  readonly farewell: PhasePassOptions['farewell']
}

async function goThrough(
  definition: PhasesDefinition,
  { events, runner }: PipelineServices,
  job: Job<RunBody>,
): Promise<unknown> {
  const { subject } = job.body
  const { name: pipeline } = definition
  const patience = new Patience(job.signal, events)
  const holder = randomUUID()
  const { id, begun } = await patience.untilThere(() =>
    job.transaction(async (tx) => {
      const own = transactionRunner(tx)
      const id = await openRun(own, pipeline, subject, jobPosition(job.id))
      return { id, begun: await beginRun(own, id, holder) }
    }),
  )
  if (!begun) return job.defer(leavingMs, 'the run before it was cancelled, and is still at its rows')
  try {
    events.emit('pipeline.start', { pipeline, subject, run: id, job: job.id })
    const farewell: Run['farewell'] = (phase, progress) => leavePhase(runner, id, holder, phase, progress)
    return await passAgain({ definition, events, job, patience, id, farewell })
  } finally {
    // not waited for: where PostgreSQL is away nothing hangs on it
    leaveRun(runner, id, holder).catch(() => {})
  }
}

/** From the first phase to the last, and again if it was started meanwhile. */
async function passAgain(run: Run): Promise<unknown> {
  for (;;) {
    const phases = await passThrough(run)
    if (phases === undefined) {
      // three counted crashes make a dead letter: wrong for a run of hours that three deploys went over
      return run.job.defer(0, 'it did no harm alone, and goes on beside others', { cleared: true })
    }
    if (!(await isAskedAgain(run))) return endThrough(run, phases)
  }
}

/** Undefined: it has stopped after a batch. */
async function passThrough({
  definition,
  events,
  job,
  patience,
  id: run,
  farewell,
}: Run): Promise<Record<string, PhaseCounts> | undefined> {
  const { name: pipeline } = definition
  const { subject } = job.body
  const phases: Record<string, PhaseCounts> = {}
  for (const [place, phase] of definition.phases.entries()) {
    const context = contextOf(pipeline, phase, job, run)
    // a run in quarantine leaves it with its first batch: it has shown that it does no harm
    const once = job.alone
    const about = { pipeline, subject, run, place, phase }
    const pass = new PhasePass({ ...about, job, events, context, patience, once, farewell })
    const { finished, counts } = await pass.go()
    if (!finished) return undefined
    phases[phase.name] = countsOf(counts)
  }
  return phases
}

/** Somebody has started it meanwhile: rows may have come for phases that are over. */
function isAskedAgain({ job, patience, id }: Run): Promise<boolean> {
  return patience.untilThere(async () => {
    try {
      return await job.transaction((tx) => renewRun(transactionRunner(tx), id))
    } catch (error) {
      // to look once more does no harm, and not to look may
      if (error instanceof PawlError && error.code === 'commit-unknown') return true
      throw error
    }
  })
}

/** The run and its job end together, so that a start finds both under way or neither. */
async function endThrough({ definition, events, job, id }: Run, phases: Record<string, PhaseCounts>): Promise<unknown> {
  const startedAgain = new PawlError('started-again', 'the run was started again at its very end')
  try {
    await job.commit(async (tx) => {
      if (!(await endRun(transactionRunner(tx), id))) throw startedAgain
      return { run: id, phases }
    })
  } catch (error) {
    if (error === startedAgain) return job.defer(0, startedAgain.message)
    // nothing but our own connection was asked for anything
    if (isConnectionLost(error)) return job.defer(retryMs, 'PostgreSQL went away at the very end of the run')
    throw error
  }
  events.emit('pipeline.end', { pipeline: definition.name, subject: job.body.subject, run: id })
  return undefined
}

function contextOf(pipeline: string, phase: PhaseDefinition, job: Job<RunBody>, run: number): PhaseContext {
  const { subject, input } = job.body
  return {
    ...{ pipeline, phase: phase.name, subject, run, input, signal: job.signal, log: job.log },
    fetch: (...args) => job.fetch(...args),
  }
}

function countsOf({ done, failed, skipped, total, new: fresh }: PhaseCounts): PhaseCounts {
  return { done, new: fresh, failed, skipped, total }
}
