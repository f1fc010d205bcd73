import { parseArgs } from 'node:util'
import { type Command, type CommandContext, commonFlags, parseOptions } from './command.ts'
import { commands } from './commands/index.ts'

export type Surroundings = Pick<CommandContext, 'print' | 'say'> & {
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Runs `pawl` with these arguments. Resolves to the exit code: 2 for a call that cannot be understood. */
export async function runPawl(args: readonly string[], { env, print, say }: Surroundings): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === 'help') {
    print(overview())
    return name === undefined ? 2 : 0
  }
  const command = commands.find((each) => each.name === name)
  if (command === undefined) {
    say(`pawl has no command '${name}'; there are: ${commands.map((each) => each.name).join(', ')}`)
    return 2
  }
  const parsed = parse(command, rest)
  if (typeof parsed === 'string') {
    say(`${parsed}\n\n${usage(command)}`)
    return 2
  }
  const { flags, args: given } = parsed
  if (flags.help === true) {
    print(usage(command))
    return 0
  }
  const url = flags.url ?? env.DATABASE_URL
  if (typeof url !== 'string' || url === '') {
    say(`pawl ${name} needs a database: pass --url postgres://… or set DATABASE_URL`)
    return 2
  }
  try {
    return await command.run({ url, args: given, flags, print, say })
  } catch (error) {
    say(`pawl ${name}: ${message(error)}`)
    return 1
  }
}

function parse(command: Command, args: string[]): Pick<CommandContext, 'flags' | 'args'> | string {
  try {
    const allowPositionals = command.args !== undefined
    const { values, positionals } = parseArgs({ args, options: parseOptions(command), allowPositionals })
    return { flags: values as CommandContext['flags'], args: positionals }
  } catch (error) {
    return message(error)
  }
}

function overview(): string {
  const lines = commands.map(({ name, summary }) => `  pawl ${name.padEnd(10)} ${summary}`)
  return ['Durable background work on PostgreSQL.', '', ...lines, '', 'pawl COMMAND --help says more.'].join('\n')
}

function usage({ name, summary, flags, args = '' }: Command): string {
  const lines = Object.entries({ ...flags, ...commonFlags }).map(
    ([flag, { type, text }]) => `  ${`--${flag}${type === 'string' ? ' VALUE' : ''}`.padEnd(14)} ${text}`,
  )
  return [`pawl ${name} ${args}`.trimEnd(), summary, '', ...lines].join('\n')
}

/** A refused connection of Node has its reasons inside, and no words of its own. */
function message(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(message).join('; ')
  return error instanceof Error ? error.message : String(error)
}
