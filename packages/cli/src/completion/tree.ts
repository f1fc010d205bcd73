import type { Command as Commander } from 'commander'

export type Word = { readonly word: string; readonly text: string; readonly choices: readonly string[] }

/** A command with what may follow it. `path` is empty for `pawl` itself. */
export type Node = {
  readonly path: readonly string[]
  readonly commands: readonly Word[]
  readonly options: readonly Word[]
}

/** Every command of the tree, flat. */
export function completionTree(command: Commander, path: readonly string[] = []): readonly Node[] {
  const commands = command.commands.map((each) => ({ word: each.name(), text: each.description(), choices: [] }))
  const options = command.options.map(({ long, description, argChoices }) => ({
    word: long ?? '',
    text: description,
    choices: argChoices ?? [],
  }))
  const help = { word: '--help', text: 'this text', choices: [] }
  const below = command.commands.flatMap((each) => completionTree(each, [...path, each.name()]))
  return [{ path, commands, options: [...options, help] }, ...below]
}
