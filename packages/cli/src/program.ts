import { readFileSync } from 'node:fs'
import { Argument, Command as Commander, Option } from 'commander'
import { CliError } from './cli-error.ts'
import {
  type Command,
  type CommandGroup,
  type CommandSummary,
  isCommand,
  isGroup,
  type OptionSpec,
  type OptionValues,
} from './command.ts'
import { exitCode } from './exit-code.ts'
import { suggest } from './suggest.ts'

export type Call = {
  readonly program: Commander
  readonly command: Command
  readonly args: readonly string[]
  readonly options: OptionValues
}

/** What every command takes. */
export const commonOptions: readonly OptionSpec[] = [
  { flags: '--url <url>', text: 'the database; DATABASE_URL or the embedded PostgreSQL when left out' },
  { flags: '--config <file>', text: 'the configuration; the nearest pawl.config.ts when left out' },
]

/** Of the package: `src` and `dist` are beside its package.json. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

/** What a group does when no verb is given. Nothing else could be done by accident. */
const alone = 'list'

type OnCall = (call: Omit<Call, 'program'>) => void
type Tools = { readonly make: (name: string) => Commander; readonly onCall: OnCall }
type Output = { print(text: string): void; say(text: string): void }

/**
 * The commands as commander has them: one tree for parsing, help and completion. A call that was understood goes to `onCall`.
 * Of those that are not called a summary will do.
 */
export function makeProgram(commands: readonly CommandSummary[], output: Output, onCall: OnCall): Commander {
  const program = new Commander('pawl')
    .description('Durable background work on PostgreSQL.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.print(text.trimEnd()),
      writeErr: (text) => output.say(text.trimEnd()),
      outputError: () => {},
    })
    .configureHelp({ subcommandTerm: (each) => each.name() })
    .version(version, '-V, --version', 'the version of pawl')
    .helpOption('-h, --help', 'this text')
    .helpCommand('help [command]', 'the text of a command')
    .addHelpText('after', '\npawl COMMAND --help says more. Exit codes: see docs/cli.md.')
  const tools: Tools = { make: (name) => new Commander(name).copyInheritedSettings(program), onCall }
  for (const one of commands) program.addCommand(child(one, tools))
  return program
}

function child(one: CommandSummary, tools: Tools): Commander {
  if (isGroup(one)) return group(one, tools)
  return isCommand(one) ? leaf(one, tools) : tools.make(one.name).description(one.summary)
}

function group({ name, summary, commands }: CommandGroup, tools: Tools): Commander {
  const made = tools.make(name).description(summary).helpCommand(false)
  for (const command of commands) {
    made.addCommand(leaf(command, tools, { name, commands }), { isDefault: command.name === alone })
  }
  return made.addHelpText('after', examplesText(commands.flatMap((each) => each.examples.slice(0, 1))))
}

function leaf(command: Command, { make, onCall }: Tools, among?: Pick<CommandGroup, 'name' | 'commands'>): Commander {
  const made = make(command.name).description(command.summary).allowExcessArguments()
  for (const arg of command.args ?? []) made.addArgument(new Argument(arg))
  for (const option of [...(command.options ?? []), ...commonOptions]) made.addOption(asOption(option))
  made.addHelpText('after', examplesText(command.examples))
  return made.action(() => {
    refuseExcess(made, command, among)
    onCall({ command, args: made.args, options: made.opts() })
  })
}

function asOption({ flags, text, kind, choices }: OptionSpec): Option {
  const option = new Option(flags, text)
  if (choices !== undefined) option.choices(choices)
  if (kind === 'number') {
    option.argParser((given: string) => {
      const number = Number(given)
      if (given.trim() !== '' && Number.isFinite(number)) return number
      throw new CliError(exitCode.usage, `--${option.name()} must be a number; got '${given}'`)
    })
  }
  return option
}

/** A mistyped verb arrives as an argument of `list`, and is told apart here. */
function refuseExcess(
  made: Commander,
  { name, args = [] }: Command,
  among?: Pick<CommandGroup, 'name' | 'commands'>,
): void {
  if (args.at(-1)?.includes('...') || made.args.length <= args.length) return
  const [first = ''] = made.args.slice(args.length)
  if (among !== undefined && name === alone) {
    const verbs = among.commands.map((command) => command.name)
    const hint = suggest(first, verbs) || `; there are: ${verbs.join(', ')}`
    throw new CliError(exitCode.usage, `pawl ${among.name} has no command '${first}'${hint}`)
  }
  const takes = args.length === 0 ? 'no arguments' : args.join(' ')
  throw new CliError(exitCode.usage, `${callOf(made)} takes ${takes}; got '${first}' besides`)
}

export function callOf(command: Commander): string {
  return command.parent === null ? command.name() : `${callOf(command.parent)} ${command.name()}`
}

function examplesText(examples: Command['examples']): string {
  if (examples.length === 0) return ''
  const width = Math.max(...examples.map(([call]) => call.length))
  return `\nExamples:\n${examples.map(([call, text]) => `  $ ${call.padEnd(width)}   ${text}`.trimEnd()).join('\n')}`
}
