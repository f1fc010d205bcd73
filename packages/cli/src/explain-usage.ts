import type { Command as Commander, CommanderError } from 'commander'
import { callOf } from './program.ts'
import { suggest } from './suggest.ts'

/** A call that commander did not understand, in our words: what was expected, what came, what to do. */
export function explainUsage({ code, message }: CommanderError, program: Commander, args: readonly string[]): string {
  const command = deepest(program, args)
  const call = callOf(command)
  const [, named = ''] = /'([^']+)'/.exec(message) ?? []
  const more = `${call} --help says more`
  switch (code) {
    case 'commander.unknownCommand': {
      const names = command.commands.map((each) => each.name())
      return `${call} has no command '${named}'${suggest(named, names) || `; there are: ${names.join(', ')}`}`
    }
    case 'commander.unknownOption': {
      const hint = suggest(
        named,
        command.options.map(({ long }) => long ?? ''),
      )
      return `${call} has no option '${named}'${hint || `: ${more}`}`
    }
    case 'commander.missingArgument':
      return `${call} needs <${named}>: ${more}`
    case 'commander.optionMissingArgument':
      return `${call}: ${named} needs a value: ${more}`
    case 'commander.invalidArgument': {
      const [, flag, , given, words] =
        /option '(\S+)( \S+)?' argument '(.*)' is invalid\. .* are (.*)\./.exec(message) ?? []
      return flag === undefined ? message : `${flag} must be one of ${words}; got '${given}'`
    }
    default:
      return message.replace(/^error: /, '')
  }
}

/** The command that was meant: as far as the words go. */
function deepest(command: Commander, args: readonly string[]): Commander {
  const [first, ...rest] = args.filter((arg) => !arg.startsWith('-'))
  const child = command.commands.find((each) => each.name() === first)
  return child === undefined ? command : deepest(child, rest)
}
