import type { App, AppCommand, AppCommandContext } from '@pawl/app'
import { appLive } from './app-live.ts'
import { CliError } from './cli-error.ts'
import type { Command, CommandGroup, Example } from './command.ts'
import { commandOf } from './config/app-entry.ts'
import { exitCode } from './exit-code.ts'
import { operate } from './operate.ts'
import { printList } from './terminal/print-list.ts'

const reserved = /--(json|url|config|help)\b(?!-)/
const json = { flags: '--json', text: 'for programs' }

/** The commands of an application as ours: `pawl chapters sync`. */
export function appGroup(app: App): CommandGroup {
  const { commands = [], title } = app
  return { name: commandOf(app), summary: title, commands: commands.map((command) => asCommand(app, command)) }
}

function asCommand(app: App, command: AppCommand): Command {
  const group = commandOf(app)
  const { name, summary, args, options = {}, examples = [] } = command
  const taken = Object.keys(options).find((flags) => reserved.test(flags))
  if (taken !== undefined) {
    const advice = 'every command has one of this name; call it something else'
    throw new CliError(exitCode.usage, `pawl ${group} ${name} cannot have the option '${taken}': ${advice}`)
  }
  return {
    name,
    summary,
    ...(args === undefined ? {} : { args }),
    options: [json, ...Object.entries(options).map(([flags, text]) => ({ flags, text }))],
    needsApps: [app.name],
    examples: examples.map((call): Example => [call, '']),
    async run({ args: given, options: chosen, session, terminal, print, say }) {
      const { pawl, db, work } = await session()
      const values = chosen as Readonly<Record<string, string | boolean | undefined>>
      const context: AppCommandContext = {
        ...{ pawl, db, args: given, options: values, json: chosen.json === true, print, say },
        printList: (columns, rows, { none, data = rows }) =>
          printList({ options: chosen, terminal }, columns, rows, { none, json: data }),
        live: () => appLive(terminal),
        work: () => work(app),
      }
      const operation = { what: `${app.name}.${name}`, on: given.join(' ') || app.name }
      const code = await (command.readOnly === true
        ? command.run(context)
        : operate({ pawl: async () => pawl }, operation, () => command.run(context), failureOf))
      if (Number.isInteger(code)) return code
      say(`pawl ${group} ${name}: its run must resolve to an exit code; got ${String(code)}`)
      return exitCode.failed
    },
  }
}

function failureOf(code: number): string | undefined {
  return code === exitCode.done ? undefined : `exit ${String(code)}`
}
