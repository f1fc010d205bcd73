import type { DeadLetter, Pawl } from 'pawl'
import type { CommandContext } from '../../command.ts'
import { Progress } from '../../terminal/progress.ts'
import { choiceOf } from './choice.ts'

const page = 500

/** Goes through all that were chosen, a page at a time. Returns on how many `act` has acted. */
export async function forAllChosen(
  { options, terminal }: Pick<CommandContext, 'options' | 'terminal'>,
  pawl: Pawl,
  doing: string,
  act: (ids: readonly string[]) => Promise<number>,
): Promise<number> {
  const progress = new Progress(terminal, doing)
  let done = 0
  try {
    for (let before: string | undefined; ; ) {
      const filter = { ...choiceOf(options), limit: page, ...(before === undefined ? {} : { before }) }
      const letters: readonly DeadLetter[] = await pawl.deadLetters.list(filter)
      if (letters.length === 0) return done
      done += await act(letters.map(({ id }) => id))
      before = letters.at(-1)?.id
      progress.at(done)
    }
  } finally {
    progress.end()
  }
}
