import { appGroup } from './app-group.ts'
import { CliError } from './cli-error.ts'
import type { CommandSummary } from './command.ts'
import { commands } from './commands/index.ts'
import { type AppEntry, commandOf, loadApps } from './config/app-entry.ts'
import { openProject } from './config/project.ts'
import { exitCode } from './exit-code.ts'
import { explainError } from './explain-error.ts'
import type { Terminal } from './terminal/terminal.ts'

type Surroundings = { readonly folder: string; readonly terminal: Terminal }

/**
 * The commands of the applications: the called one is whole, and of the others there is a summary. A script for completion has all
 * of them. A call of our own commands needs none: the configuration is read when the command asks for it, and a broken one is no
 * reason not to show help.
 */
export async function appCommands(
  args: readonly string[],
  { folder, terminal }: Surroundings,
): Promise<readonly CommandSummary[]> {
  const first = args.find((arg) => !arg.startsWith('-'))
  const isOurs = first !== undefined && first !== 'help' && commands.some(({ name }) => name === first)
  if ((isOurs && first !== 'completion') || (first === undefined && args.some((arg) => /^(-V|--version)$/.test(arg))))
    return []
  try {
    const flags = { config: givenFor('--config', args) }
    const { config } = await openProject({ folder, env: {}, flags })
    const found = await Promise.all((config.apps ?? []).map((entry) => commandsOf(entry, args)))
    const summaries = found.flat()
    refuseTwice(summaries.map(({ name }) => name))
    return summaries
  } catch (error) {
    terminal.say(`pawl: commands of applications are left out: ${(await explainError(error)).message}`)
    return []
  }
}

/** None where it has no commands. */
async function commandsOf(entry: AppEntry, args: readonly string[]): Promise<readonly CommandSummary[]> {
  const name = commandOf(entry)
  if ('load' in entry && !args.includes(name)) {
    if (entry.title === undefined) return []
    if (!args.includes('completion')) return [{ name, summary: entry.title }]
  }
  const [app] = await loadApps([entry])
  return app?.commands === undefined || app.commands.length === 0 ? [] : [appGroup(app)]
}

/** Two applications may have other names and call their commands the same. */
function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice === undefined) return
  throw new CliError(exitCode.usage, `two applications have the command '${twice}': give one of them another`)
}

function givenFor(flag: string, args: readonly string[]): string | undefined {
  const at = args.indexOf(flag)
  return at === -1 ? args.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1) : args[at + 1]
}
