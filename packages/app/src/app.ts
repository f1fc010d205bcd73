import type { Context, Hono } from 'hono'
import type { SSEStreamingApi } from 'hono/streaming'
import type { JobDefinition, Pawl, PipelineDefinition, QueueOptions, ScheduleDefinition, SourceDefinition } from 'pawl'
import type pg from 'pg'

/** The services that routes, commands and `start` of an application get. */
export type AppServices = { readonly pawl: Pawl; readonly db: pg.Pool }

/** The services that the routes of an application get. */
export type AppRouteServices = AppServices & {
  /** How often a live stream reads the database while it has clients. */
  readonly pollMs: number
  /**
   * The start of links that leave the server: `publicUrl`, or the address that it listens on, with `basePath` and without a slash at
   * its end. Mounted without a `publicUrl` it is the base path alone. It never comes from the header Host.
   */
  url(): string
  /**
   * Answers with server-sent events, until `write` resolves, the client disconnects (`gone` fires) or the server closes. An error
   * ends the stream and goes to `onError` of the server.
   */
  stream(c: Context, write: (out: SSEStreamingApi, gone: AbortSignal) => Promise<void>): Response
}

/** A column of a table that a command shows. */
export type AppColumn<Row> = {
  readonly head: string
  readonly cell: (row: Row) => string | number | null
  /** Aligns to the right, as for numbers. */
  readonly right?: boolean
  /** Omitted when the terminal is too narrow. */
  readonly spare?: boolean
}

/** The last lines of a terminal, redrawn in place: the progress of a long command. */
export type AppLive = {
  /** True in a terminal. Otherwise nothing is drawn. */
  readonly isSeen: boolean
  /** Draws these lines, each cut to the width of the terminal. */
  show(lines: readonly string[]): void
  /** Prints a line above those that are drawn, to standard error. */
  say(line: string): void
  /** A progress bar of this width; `share` is from 0 to 1. */
  bar(share: number, columns: number): string
  /** Removes the lines. */
  end(): void
}

/** The services, arguments and output of a command. */
export type AppCommandContext = AppServices & {
  /** The values of `args`, in order. */
  readonly args: readonly string[]
  /** The values of `options`, by their long names. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  /** True when the caller wants JSON. */
  readonly json: boolean
  /** Prints the result to standard output. */
  print(text: string): void
  /** Prints rows as a table, or with `--json` as `data` (default: the rows). Prints `none` when there are no rows. */
  printList<Row>(
    columns: readonly AppColumn<Row>[],
    rows: readonly Row[],
    options: { readonly none: string; readonly data?: unknown },
  ): void
  /** Prints everything else to standard error. */
  say(text: string): void
  /** Shows the progress of a long command. */
  live(): AppLive
  /** Runs the jobs of this application in this process until the command ends, for a project without a worker. */
  work(): Promise<void>
}

/** A command of an application: `pawl COMMAND NAME …`, with the application's `command` or name. */
export type AppCommand = {
  readonly name: string
  readonly summary: string
  /** As commander writes them: `<id>`, `[file]`, `<ids...>`. */
  readonly args?: readonly string[]
  /** Flags as commander writes them (`--limit <n>`), each with what it means. */
  readonly options?: Readonly<Record<string, string>>
  readonly examples?: readonly string[]
  /** It changes nothing. Calls of the other commands are entries of the audit log. */
  readonly readOnly?: boolean
  /** Resolves to the exit code. */
  run(context: AppCommandContext): Promise<number>
}

/** All that one application adds to Pawl. Made by `defineApp`. */
export type App = {
  /** `coin-prices`: its schema is `coin_prices`, its routes are under /api/coin-prices, its commands under `pawl coin-prices`. */
  readonly name: string
  readonly title: string
  readonly jobs: readonly JobDefinition[]
  readonly sources?: readonly SourceDefinition[]
  readonly schedules?: readonly ScheduleDefinition[]
  readonly pipelines?: readonly PipelineDefinition[]
  /** Options of its queues by name. The configuration of the project overrides them. */
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
  /** A shorter name for its commands: `comics` makes `pawl comics scan`. Default: `name`. */
  readonly command?: string
  /** Runs beside the workers: folder watchers, first imports. */
  readonly start?: (services: AppServices) => Promise<{ stop(): Promise<void> }>
}
