// The peers are installed by the benchmark, so `npm run check` cannot know whether they are there. This says the little of
// them that is used, and goes before their own types.

declare module 'graphile-worker' {
  export class Logger {
    constructor(factory: () => () => void)
  }
  type Preset = { readonly worker: Readonly<Record<string, unknown>> }
  type Helpers = { query(text: string, values: unknown[]): Promise<unknown> }
  type TaskList = Readonly<Record<string, (payload: unknown, helpers: Helpers) => Promise<void>>>
  export type WorkerUtils = {
    migrate(): Promise<void>
    addJob(identifier: string, payload: object): Promise<unknown>
    addJobs(jobs: readonly { readonly identifier: string; readonly payload: object }[]): Promise<unknown>
    release(): Promise<void>
  }
  export type Runner = { stop(): Promise<void> }
  export function makeWorkerUtils(options: { preset: Preset; logger: Logger }): Promise<WorkerUtils>
  export function run(options: {
    preset: Preset
    logger: Logger
    noHandleSignals: boolean
    crontab: string
    taskList: TaskList
  }): Promise<Runner>
}

declare module 'pg-boss' {
  type Job = { readonly data: { readonly n: number } }
  export class PgBoss {
    constructor(options: { readonly connectionString: string })
    on(event: 'error', listener: (error: unknown) => void): void
    start(): Promise<unknown>
    stop(options: { readonly graceful: boolean }): Promise<void>
    createQueue(name: string, options: object): Promise<void>
    send(name: string, data: object): Promise<unknown>
    insert(name: string, jobs: readonly { readonly data: object }[]): Promise<unknown>
    work(name: string, options: object, handler: (jobs: readonly Job[]) => Promise<unknown>): Promise<unknown>
  }
}

declare module 'bullmq' {
  type Backend = object
  export const createPostgresBackend: Backend
  export class Queue {
    constructor(name: string, options: object, ...backend: Backend[])
    waitUntilReady(): Promise<unknown>
    obliterate(options: { readonly force: boolean }): Promise<void>
    add(name: string, data: object): Promise<unknown>
    addBulk(jobs: readonly { readonly name: string; readonly data: object }[]): Promise<unknown>
    getJobCounts(...states: string[]): Promise<Record<string, number>>
    close(): Promise<void>
  }
  export class Worker {
    constructor(
      name: string,
      run: (job: { readonly data: { readonly n: number } }) => Promise<unknown>,
      options: object,
      ...backend: Backend[]
    )
    on(event: 'error', listener: (error: unknown) => void): void
    waitUntilReady(): Promise<unknown>
    close(force: boolean): Promise<void>
  }
}
