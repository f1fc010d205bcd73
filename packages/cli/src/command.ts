import type { ParseArgsConfig } from 'node:util'

export type Flags = Readonly<Record<string, string | boolean | undefined>>

/** One command of `pawl`. What it prints for programs goes to `print`, what it says to people to `say`. */
export type Command = {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** What it takes besides flags, for its usage; nothing when left out. */
  readonly args?: string
  /** Its own flags with what they do, beside `--url` and `--help`. */
  readonly flags: Readonly<Record<string, { readonly type: 'boolean' | 'string'; readonly text: string }>>
  /** Resolves to the exit code. */
  run(context: CommandContext): Promise<number>
}

export type CommandContext = {
  readonly url: string
  readonly args: readonly string[]
  readonly flags: Flags
  print(line: string): void
  say(line: string): void
}

export const commonFlags: Command['flags'] = {
  url: { type: 'string', text: 'the database; DATABASE_URL when left out' },
  help: { type: 'boolean', text: 'this text' },
}

export function parseOptions({ flags }: Command): ParseArgsConfig['options'] {
  const all = { ...commonFlags, ...flags }
  return Object.fromEntries(Object.entries(all).map(([name, { type }]) => [name, { type }]))
}
