/** What a handler does besides counting: nothing, wait, or write a row. */
export type Work =
  | { readonly kind: 'no-op' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'insert' }

/**
 * Jobs 0, 1, 2, …, or from `first` on, in calls of `batch` jobs, `inFlight` calls at a time, until there are `count` or `forMs`
 * have passed. With `warmUpMs` the same goes on for so long before that, and does not count: connections are made, and code is
 * compiled.
 */
export type EnqueueOrder = {
  readonly kind: 'enqueue'
  readonly batch: number
  readonly inFlight: number
  readonly first?: number
  readonly count?: number
  readonly forMs?: number
  readonly warmUpMs?: number
}

/** One job at a time, from number `first` on, so many ms apart. */
export type PaceOrder = {
  readonly kind: 'pace'
  readonly first: number
  readonly count: number
  readonly everyMs: number
}

/** What the benchmark asks of a contender's process, one after the other. */
export type Order =
  | { readonly kind: 'install' }
  | EnqueueOrder
  | PaceOrder
  /** Start to work; `jobs` bounds the numbers that come. */
  | { readonly kind: 'work'; readonly jobs: number; readonly work: Work }
  /** Say what was done, when all of it is recorded. */
  | { readonly kind: 'settle' }
  /** Start to work on that database, whatever was worked on before; and stop again. `jobs` bounds the numbers that ever come. */
  | { readonly kind: 'work on'; readonly url: string; readonly jobs: number }
  | { readonly kind: 'leave'; readonly url: string }
  /** Say how many jobs have started on that database in each of these spans of time, which follow each other. */
  | { readonly kind: 'started'; readonly url: string; readonly spans: readonly Span[] }
  /** Say what has run on that database so far. */
  | { readonly kind: 'ran'; readonly url: string }
  | { readonly kind: 'stop' }

/** From one reading of `clock` to another. */
export type Span = { readonly from: number; readonly to: number }

/** Times are readings of `clock`. */
export type WorkReport = {
  readonly handled: number
  readonly settledAt: number
  /** By number: how often a job ran (bytes, base64). */
  readonly runs: string
  /** By number: when a job's handler started last (doubles, base64). */
  readonly startedAt: string
  readonly maxRssMb: number
  /** Since the work began. */
  readonly cpuMs: number
}

export type Answers = {
  readonly install: null
  /** `jobs`: the number of the next one. `counted`: without those of the warm-up. */
  readonly enqueue: { readonly ms: number; readonly jobs: number; readonly counted: number }
  readonly pace: { readonly sentAt: readonly number[] }
  readonly work: null
  readonly settle: WorkReport
  /** How many it has handled there before. */
  readonly 'work on': { readonly handled: number }
  /** How many it has handled there. */
  readonly leave: { readonly handled: number }
  /** By span. */
  readonly started: { readonly jobs: readonly number[] }
  /** By number: how often a job ran (bytes, base64). */
  readonly ran: { readonly runs: string }
  readonly stop: null
}

export type FromContender =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly handled: number }
  | { readonly kind: 'answer'; readonly answer: Answers[Order['kind']] }
  | { readonly kind: 'failed'; readonly message: string }
