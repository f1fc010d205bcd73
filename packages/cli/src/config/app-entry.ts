import type { App } from '@pawl/app'
import { CliError } from '../cli-error.ts'
import { exitCode } from '../exit-code.ts'

/** An application that is loaded when a command needs it: one that only reads the database starts faster without. */
export type LazyApp = {
  /** The name of the application. */
  readonly name: string
  /** What its commands are under, where that is not its name. */
  readonly command?: string
  /**
   * The line of its commands in the help, which loads no application. Help and completion leave out the commands of an application
   * without a title.
   */
  readonly title?: string
  load(): Promise<App>
}

/** An application in a configuration: itself, or how it is loaded. */
export type AppEntry = App | LazyApp

/** What the commands of an application are under. */
export const commandOf = ({ name, command = name }: AppEntry): string => command

/** Loads the applications that are not loaded yet, in their order. */
export async function loadApps(entries: readonly AppEntry[]): Promise<readonly App[]> {
  return Promise.all(entries.map((entry) => ('load' in entry ? loadLazy(entry) : entry)))
}

async function loadLazy(entry: LazyApp): Promise<App> {
  const app = await entry.load().catch((cause) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CliError(exitCode.usage, `the application '${entry.name}' cannot be loaded: ${why}`, { cause })
  })
  if (app.name === entry.name && commandOf(app) === commandOf(entry)) return app
  const [expected, got] = [entry, app].map((each) => `'${each.name}' with the command '${commandOf(each)}'`)
  const message = `the application ${expected} of the configuration is loaded as ${got}: give both the same names`
  throw new CliError(exitCode.usage, message)
}
