import type { Command as Commander } from 'commander'
import type { Pawl } from 'pawl'
import type { NeededApps, Project } from './config/project.ts'
import type { Session, SessionOptions } from './session.ts'
import type { Terminal } from './terminal/terminal.ts'

export type OptionValue = string | number | boolean | undefined
export type OptionValues = Readonly<Record<string, OptionValue>>

/** An option of a command. Its value arrives under the name of its long flag, in camelCase. */
export type OptionSpec = {
  /** `--queue <name>` takes a value, `--json` is a flag. */
  readonly flags: string
  readonly text: string
  /** Whole numbers are read as such, and refused when they are none. */
  readonly kind?: 'text' | 'number'
  readonly choices?: readonly string[]
}

/** A call that works, and what it does. */
export type Example = readonly [call: string, text: string]

/** What the list of commands shows. */
export type CommandSummary = {
  readonly name: string
  /** One line. */
  readonly summary: string
}

/** One command of `pawl`; all of them have this shape. */
export type Command = CommandSummary & CommandBody

export type CommandBody = {
  /** What it takes besides options, each as `<id>`, `[name]` or `<ids...>`; nothing when left out. */
  readonly args?: readonly string[]
  /** Its own, beside those that every command has. */
  readonly options?: readonly OptionSpec[]
  readonly examples: readonly Example[]
  /** The applications whose definitions it needs; none when left out. Loading them takes most of the time of a short command. */
  readonly needsApps?: NeededApps | ((options: OptionValues) => NeededApps)
  /** It has something to do when it is told to end. The others just leave the database and go. */
  readonly endsItself?: boolean
  /** Resolves to the exit code. */
  run(context: CommandContext): Promise<number>
}

/** Commands about one thing: `pawl jobs list`. `list`, where there is one, is what `pawl jobs` alone means. */
export type CommandGroup = CommandSummary & GroupBody

export type GroupBody = {
  readonly commands: readonly Command[]
}

/** A command or a group of ours, of which a call that is for another loads no more than this. */
export type CommandEntry = CommandSummary & {
  load(): Promise<CommandBody | GroupBody>
}

export type CommandContext = {
  readonly args: readonly string[]
  readonly options: OptionValues
  readonly env: Readonly<Record<string, string | undefined>>
  readonly terminal: Terminal
  /** All commands, as commander has them. */
  readonly program: Commander
  print(line: string): void
  say(line: string): void
  /** The configuration; read when first asked for, since not every command needs it. */
  project(): Promise<Project>
  /** The database and a Pawl on it, closed when the command has ended. */
  session(options?: SessionOptions): Promise<Session>
  pawl(): Promise<Pawl>
  /** From the next `session` or `pawl` on, all applications are loaded. */
  loadAllApps(): Promise<void>
}

export const isGroup = (one: CommandSummary): one is CommandGroup => 'commands' in one

export const isCommand = (one: CommandSummary): one is Command => 'run' in one
