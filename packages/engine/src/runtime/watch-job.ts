import { refuseUnknownOptions } from '../check-options.ts'
import type { ErrorRecord } from '../job/error-record.ts'
import { type JobId, jobId, jobPosition } from '../job/job-id.ts'
import { UnknownJobError } from '../job/result-errors.ts'
import { isEnd, type JobState } from '../job/states.ts'
import type { JobLook } from '../postgres/results.ts'
import type { JobWatch } from './job-watch.ts'

/** Something that somebody who watches a job is told. The first one says how it is when the watching begins. */
export type WatchEvent =
  | {
      readonly kind: 'state'
      readonly id: JobId
      readonly state: JobState
      readonly attempt: number
      /** When it runs next, if it waits for its time. */
      readonly runAt: Date | null
      /** Why it waits or has failed. */
      readonly error: ErrorRecord | null
      /** What its handler returned, once it has succeeded. */
      readonly result?: unknown
    }
  | { readonly kind: 'progress'; readonly id: JobId; readonly value: unknown; readonly at: Date }

/** How long `pawl.watch` watches. */
export type WatchOptions = {
  /** Ends the watching quietly. */
  readonly signal?: AbortSignal
}

/**
 * What happens to a job until it has ended. Memory stays flat however slow the reader is: what happened between two reads is
 * told as it stands at the second.
 */
export async function* watchJob(watch: JobWatch, id: string, options: WatchOptions = {}): AsyncGenerator<WatchEvent> {
  refuseUnknownOptions('watch', options, ['signal'])
  const { signal } = options
  const position = jobPosition(id)
  let latest: JobLook | undefined
  let ended: { readonly error?: Error } | undefined
  let wake = () => {}
  const end = (error?: Error) => {
    ended ??= error === undefined ? {} : { error }
    wake()
  }
  const onAbort = () => end()
  signal?.addEventListener('abort', onAbort)
  const stop = watch.add(position, {
    onEnd: end,
    onLook(look) {
      if (look === undefined) return end(new UnknownJobError(jobId(position)))
      latest = look
      wake()
    },
  })
  try {
    let told: JobLook | undefined
    while (signal?.aborted !== true) {
      const look = latest
      if (look !== undefined) {
        yield* changes(told, look)
        if (isEnd(look.state)) return
        told = look
      }
      if (ended?.error !== undefined) throw ended.error
      if (ended === undefined && latest === look) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    stop()
    signal?.removeEventListener('abort', onAbort)
  }
}

/** The first thing told is the state, the last one its end. In between, progress belongs to what came before a new state. */
function* changes(before: JobLook | undefined, now: JobLook): Generator<WatchEvent> {
  const progressFirst = before !== undefined || isEnd(now.state)
  if (progressFirst) yield* progressOf(before, now)
  if (before?.pos !== now.pos || before.state !== now.state || before.attempt !== now.attempt) yield stateOf(now)
  if (!progressFirst) yield* progressOf(before, now)
}

function* progressOf(before: JobLook | undefined, now: JobLook): Generator<WatchEvent> {
  if (now.progressAtMs === null || now.progressAtMs === before?.progressAtMs) return
  yield { kind: 'progress', id: jobId(now.jobId), value: now.progress, at: new Date(now.progressAtMs) }
}

function stateOf({ jobId: position, state, attempt, runAt, error, hasResult, result }: JobLook): WatchEvent {
  return { kind: 'state', id: jobId(position), state, attempt, runAt, error, ...(hasResult ? { result } : {}) }
}
