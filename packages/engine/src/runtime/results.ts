import { refuseUnknownOptions } from '../check-options.ts'
import { checkDuration } from '../check-time.ts'
import { jobId, jobPosition } from '../job/job-id.ts'
import { JobCancelledError, JobFailedError, ResultTimeoutError, UnknownJobError } from '../job/result-errors.ts'
import { longestTimerMs } from '../longest-timer-ms.ts'
import type { JobLook } from '../postgres/results.ts'
import type { JobWatch } from './job-watch.ts'

/** How long `pawl.result` waits. */
export type ResultOptions = {
  /** How long to wait; for ever if it is left out. */
  readonly timeoutMs?: number
  /** Ends the waiting, not the job. */
  readonly signal?: AbortSignal
}

/** Waits until a job has ended, wherever it runs, and resolves with what its handler returned. */
export function awaitResult(watch: JobWatch, id: string, options: ResultOptions = {}): Promise<unknown> {
  refuseUnknownOptions('result', options, ['timeoutMs', 'signal'])
  const { timeoutMs, signal } = options
  if (timeoutMs !== undefined) checkDuration('result: timeoutMs', timeoutMs, { max: longestTimerMs, integer: true })
  const position = jobPosition(id)
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    let state: string | undefined
    const ends: (() => void)[] = []
    const finish = (settle: () => void) => {
      for (const end of ends.splice(0)) end()
      settle()
    }
    const onAbort = () => finish(() => reject(signal!.reason))
    signal?.addEventListener('abort', onAbort)
    ends.push(() => signal?.removeEventListener('abort', onAbort))
    if (timeoutMs !== undefined) {
      const timer = setTimeout(
        () => finish(() => reject(new ResultTimeoutError(jobId(position), timeoutMs, state))),
        timeoutMs,
      )
      ends.push(() => clearTimeout(timer))
    }
    const stop = watch.add(position, {
      onEnd: (error) => finish(() => reject(error)),
      onLook(look) {
        state = look?.state
        const end = ended(look, position)
        if (end !== undefined) finish(() => ('error' in end ? reject(end.error) : resolve(end.value)))
      },
    })
    ends.push(stop)
  })
}

function ended(look: JobLook | undefined, position: number): { error: Error } | { value: unknown } | undefined {
  if (look === undefined) return { error: new UnknownJobError(jobId(position)) }
  if (look.state === 'succeeded') return { value: look.hasResult ? look.result : undefined }
  if (look.state === 'failed') return { error: new JobFailedError(jobId(position), look.error) }
  if (look.state === 'cancelled') return { error: new JobCancelledError(jobId(position)) }
  return undefined
}
