/** Runs for each job. `insert` writes one row as the contender would have its handlers write. */
export type Handle = (n: number, insert: () => Promise<unknown>) => unknown

/** A job queue as the benchmark sees it. A job carries its number and nothing else. */
export type Contender = {
  /** Makes what it needs in an empty database. */
  install(): Promise<unknown>
  /** One job; resolves when it is durable. */
  enqueue(n: number): Promise<unknown>
  enqueueMany(numbers: readonly number[]): Promise<unknown>
  /** Starts to work on all jobs there are. */
  start(handle: Handle): Promise<unknown>
  /** Resolves when the completion of each job that this process has handled is recorded. */
  settled(handled: number): Promise<void>
  /** Ends the work; it can be started again. */
  stop(): Promise<unknown>
}

export type ContenderOptions = {
  /** The database; for a contender on Redis its server. */
  readonly url: string
  readonly settings: Readonly<Record<string, unknown>>
}

/** The row that a handler writes when it writes one. */
export const insertEffect = 'insert into effect (n) values ($1)'
