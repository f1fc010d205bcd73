import { CliError } from '../cli-error.ts'
import type { CommandBody } from '../command.ts'
import { bash } from '../completion/bash.ts'
import { fish } from '../completion/fish.ts'
import { completionTree } from '../completion/tree.ts'
import { zsh } from '../completion/zsh.ts'
import { exitCode } from '../exit-code.ts'
import { suggest } from '../suggest.ts'

const shells = { bash, zsh, fish } as const

export const completion: CommandBody = {
  args: ['<shell>'],
  examples: [
    ['source <(pawl completion bash)', 'in ~/.bashrc'],
    ['source <(pawl completion zsh)', 'in ~/.zshrc, after compinit'],
    ['pawl completion fish > ~/.config/fish/completions/pawl.fish', 'once'],
  ],
  async run({ args: [shell = ''], program, print }) {
    const script = Object.entries(shells).find(([name]) => name === shell)?.[1]
    if (script === undefined) {
      const names = Object.keys(shells)
      const hint = suggest(shell, names) || `; there are: ${names.join(', ')}`
      throw new CliError(exitCode.usage, `pawl completion knows no shell '${shell}'${hint}`)
    }
    print(script(completionTree(program)))
    return exitCode.done
  },
}
