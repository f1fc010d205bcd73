import type { CommandContext } from '../command.ts'
import { type ExitCode, exitCode } from '../exit-code.ts'
import { explainError } from '../explain-error.ts'
import { Progress } from '../terminal/progress.ts'

/** What became of one of them. */
export type Done = { readonly text: string; readonly json: unknown }

/**
 * Does the same to each. One that cannot be done does not keep the others from it: it is said, and the exit code is that of the
 * first such one.
 */
export async function eachOf(
  { options, terminal }: Pick<CommandContext, 'options' | 'terminal'>,
  doing: string,
  names: readonly string[],
  act: (name: string) => Promise<Done>,
): Promise<ExitCode> {
  const done: Done[] = []
  const refused: { readonly code: ExitCode; readonly message: string }[] = []
  const progress = new Progress(terminal, doing, names.length)
  for (const [i, name] of names.entries()) {
    try {
      done.push(await act(name))
    } catch (error) {
      const { exitCode: code, message } = await explainError(error)
      // without a database none of the others can be done either
      if (code === exitCode.noDatabase || code === exitCode.notMigrated) throw error
      refused.push({ code, message })
    }
    progress.at(i + 1)
  }
  progress.end()
  if (options.json === true)
    terminal.print(
      JSON.stringify(
        done.map(({ json }) => json),
        null,
        2,
      ),
    )
  else for (const { text } of done) terminal.print(text)
  for (const { message } of refused) terminal.say(`pawl: ${message}`)
  return refused[0]?.code ?? exitCode.done
}
