import type { Context, Hono } from 'hono'
import type { SSEStreamingApi } from 'hono/streaming'
import type { JobDefinition, Pawl, PipelineDefinition, QueueOptions, ScheduleDefinition, SourceDefinition } from 'pawl'
import type pg from 'pg'

/** What an application's routes, commands and companions may use. */
export type AppServices = { readonly pawl: Pawl; readonly db: pg.Pool }

/** What an application's routes may use. */
export type AppRouteServices = AppServices & {
  /** How often live streams look at the database while somebody listens. */
  readonly pollMs: number
  /**
   * Where the server is found, for links that leave it: `publicUrl`, or the address that it listens on, with `basePath` and without a
   * slash at its end. Mounted without a `publicUrl` it is the base path alone. It is never what a client has sent as Host.
   */
  url(): string
  /**
   * Answers with server-sent events: until `tell` has told all, the client goes (`gone` fires), or the server closes. What it
   * throws is told to the operator of the server, and the stream ends.
   */
  stream(c: Context, tell: (out: SSEStreamingApi, gone: AbortSignal) => Promise<void>): Response
}

/** A column of a table that a command shows. */
export type AppColumn<Row> = {
  readonly head: string
  readonly cell: (row: Row) => string | number | null
  /** Numbers, so that they can be compared at a glance. */
  readonly right?: boolean
  /** Left out where the terminal has no room for it. */
  readonly spare?: boolean
}

/** The last lines of a terminal, drawn again and again in their place: how far something long has come. */
export type AppLive = {
  /** A person looks. Where nobody does, nothing is drawn. */
  readonly isSeen: boolean
  /** Shows these lines from now on, each cut to the width of the terminal. */
  show(lines: readonly string[]): void
  /** A line that stays, above those that are drawn; to standard error. */
  say(line: string): void
  /** A bar of so many columns that is filled as far as the work is done: a share from 0 to 1. */
  bar(share: number, columns: number): string
  /** Takes the lines away. */
  end(): void
}

/** What a command of an application gets when it is called. */
export type AppCommandContext = AppServices & {
  /** What was given for `args`, in order. */
  readonly args: readonly string[]
  /** What was given for `options`, by their long names. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  /** True when the caller wants JSON. */
  readonly json: boolean
  /** The result, to standard output. */
  print(text: string): void
  /** Rows as a table for people; `data` as JSON for programs, or the rows themselves. Where there are none, `none` is said. */
  printList<Row>(
    columns: readonly AppColumn<Row>[],
    rows: readonly Row[],
    options: { readonly none: string; readonly data?: unknown },
  ): void
  /** Everything else, to standard error. */
  say(text: string): void
  /** For what takes long. */
  live(): AppLive
  /** Runs the jobs of this application here, until the command ends: where no worker does. */
  work(): Promise<void>
}

/** A command of an application: `pawl NAME-OF-APP NAME …`, or what the application's `command` says in that place. */
export type AppCommand = {
  readonly name: string
  readonly summary: string
  /** As commander writes them: `<id>`, `[file]`, `<ids...>`. */
  readonly args?: readonly string[]
  /** Flags as commander writes them (`--limit <n>`), each with what it means. */
  readonly options?: Readonly<Record<string, string>>
  readonly examples?: readonly string[]
  /** It changes nothing. The others are put on record: who has called them, and with what for `args`. */
  readonly readOnly?: boolean
  /** Resolves to the exit code. */
  run(context: AppCommandContext): Promise<number>
}

/** One application: all that it adds to Pawl, in one value. Made by `defineApp`. */
export type App = {
  /** `coin-prices`: its schema is `coin_prices`, its routes are under /api/coin-prices, its commands under `pawl coin-prices`. */
  readonly name: string
  readonly title: string
  readonly jobs: readonly JobDefinition[]
  readonly sources?: readonly SourceDefinition[]
  readonly schedules?: readonly ScheduleDefinition[]
  readonly pipelines?: readonly PipelineDefinition[]
  /** How its queues are served, by name, unless the configuration says otherwise. */
  readonly queues?: Readonly<Record<string, QueueOptions>>
  /** A folder of `NNNN_title.sql`, applied into the schema of the application after the engine's own. */
  readonly migrations?: URL
  /**
   * Mounted under /api/NAME, behind the same access rules as everything else. A server mounts them when it starts: import them in this
   * function, so that commands start without them.
   */
  readonly routes?: (services: AppRouteServices) => Hono | Promise<Hono>
  /**
   * Mounted under /api/NAME/open, for GET alone and without a token of the server: for programs that have only an address. Each of
   * them must find in the request itself what allows it.
   */
  readonly openRoutes?: (services: AppRouteServices) => Hono | Promise<Hono>
  readonly commands?: readonly AppCommand[]
  /** What its commands are under, where its name is too long to type: `comics` makes `pawl comics scan`. */
  readonly command?: string
  /** What has to run beside the workers. */
  readonly start?: (services: AppServices) => Promise<{ stop(): Promise<void> }>
}
