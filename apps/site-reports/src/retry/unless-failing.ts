import { SourceDeferredError, type StageJob } from 'pawl'
import { ReportFailure } from '../failure/report-failure.ts'
import { countModelFailure } from '../tables/report-progress.ts'

/** So often, with pauses of up to a minute, longer while its circuit is open: a model that was only ill has recovered by then. */
const mostFailures = 20

/**
 * Runs what asks the model. One that answers with a 5xx is put off by its source, which cannot know whether the model is ill or one
 * prompt is too much for it: that would come back a thousand times, and open the circuit for everybody.
 */
export async function unlessFailing<T>(report: number, job: StageJob, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!hasFailed(error)) throw error
    const failures = await job.transaction((tx) => countModelFailure(tx, report))
    if (failures <= mostFailures) throw error
    throw new ReportFailure(
      'model-keeps-failing',
      `the model has failed ${failures} times on this prompt, and is not asked again: ${(error as Error).message}`,
    )
  }
}

/** It has answered, and with a failure. One that is not there is waited for, as often as its source allows. */
function hasFailed(error: unknown): boolean {
  if (!(error instanceof SourceDeferredError) || error.reason !== 'failed') return false
  return (error.cause as { readonly code?: unknown } | undefined)?.code === 'source-failed'
}
