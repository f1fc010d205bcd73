import { CliError } from '../../cli-error.ts'
import type { CommandContext } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { choiceOf } from './choice.ts'

/** Named jobs or all that were chosen, and never by accident: a filter alone, or nothing at all, is refused. */
export function isAll({ args, options }: Pick<CommandContext, 'args' | 'options'>, verb: string): boolean {
  const all = options.all === true
  if (all === args.length > 0)
    throw new CliError(exitCode.usage, `pawl dead ${verb} takes jobs, or --all, and not both`)
  if (!all && Object.keys(choiceOf(options)).length > 0) {
    throw new CliError(exitCode.usage, '--queue, --type and --reason choose among --all; named jobs need none of them')
  }
  return all
}
