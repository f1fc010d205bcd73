import type { Job } from '../../job/job.ts'
import type { JobDefinition } from '../../job/job-definition.ts'
import { jobPosition } from '../../job/job-id.ts'
import type { PhasesDefinition, RunBody } from '../../pipeline/define-phases.ts'
import type { PhaseContext, PhaseDefinition } from '../../pipeline/phase.ts'
import type { PhaseCounts } from '../../pipeline/phase-progress.ts'
import { beginRun, endRun, openRun } from '../../postgres/runs.ts'
import { transactionRunner } from '../../postgres/transactions/transaction-runner.ts'
import { Patience } from './patience.ts'
import { PhasePass } from './phase-pass.ts'
import type { PipelineServices } from './pipeline-services.ts'

/** The job of a pipeline of phases: a run over one subject, from phase to phase. */
export function bindPhases(definition: PhasesDefinition, services: PipelineServices): JobDefinition {
  const run = (job: Job<RunBody>) => goThrough(definition, services, job)
  return { ...definition.job, run } as JobDefinition
}

async function goThrough(
  definition: PhasesDefinition,
  { events }: PipelineServices,
  job: Job<RunBody>,
): Promise<unknown> {
  const { subject } = job.body
  const { name: pipeline } = definition
  const patience = new Patience(job.signal, events)
  const run = await patience.untilThere(() =>
    job.transaction(async (tx) => {
      const runner = transactionRunner(tx)
      const id = await openRun(runner, pipeline, subject, jobPosition(job.id))
      await beginRun(runner, id)
      return id
    }),
  )
  events.emit('pipeline.start', { pipeline, subject, run, job: job.id })
  const phases: Record<string, PhaseCounts> = {}
  for (const [place, phase] of definition.phases.entries()) {
    const context = contextOf(pipeline, phase, job)
    // a suspect keeps its whole process to itself: having written a batch it has shown that it does no harm
    const once = job.alone
    const pass = new PhasePass({ ...{ job, events, pipeline, subject, run, place, phase, context, patience, once } })
    const { finished, counts } = await pass.go()
    // three crashes bury a job: right for one of seconds, wrong for one of hours that three deploys went over
    if (!finished) return job.defer(0, 'it did no harm alone, and goes on beside others', { cleared: true })
    phases[phase.name] = countsOf(counts)
  }
  // not in job.commit: the last word on its progress is written between this and its completion
  await patience.untilThere(() => job.transaction((tx) => endRun(transactionRunner(tx), run, 'done')))
  events.emit('pipeline.end', { pipeline, subject, run })
  return { run, phases }
}

function contextOf(pipeline: string, phase: PhaseDefinition, job: Job<RunBody>): PhaseContext {
  const { subject, input } = job.body
  return {
    ...{ pipeline, phase: phase.name, subject, input, signal: job.signal, log: job.log },
    fetch: (...args) => job.fetch(...args),
  }
}

function countsOf({ done, failed, skipped, total, new: fresh }: PhaseCounts): PhaseCounts {
  return { done, new: fresh, failed, skipped, total }
}
