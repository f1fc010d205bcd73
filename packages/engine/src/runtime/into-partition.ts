import { PawlError } from '../errors.ts'
import { isWithoutPartition } from '../postgres/partitions.ts'

export type IntoPartition = {
  /** Makes the partitions that are missing, or leaves it to the one who is at it. */
  readonly tend: () => Promise<void>
  /** Nothing of what failed has been written, and nobody's transaction has failed with it. */
  readonly repeatable: () => boolean
}

const maxTries = 20
const waitMs = 50

/** Writes jobs. Where no partition is left for them, which should never be, one is made and they are written again. */
export async function intoPartition<T>(write: () => Promise<T>, { tend, repeatable }: IntoPartition): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (!isWithoutPartition(error)) throw error
      await tend()
      if (!repeatable() || tries === maxTries) throw withoutPartition(error)
      if (tries > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

function withoutPartition(cause: unknown): PawlError {
  return new PawlError(
    'no-partition',
    'the ledger had no partition left for new jobs, because no worker had been there to make one; it has been made now: ' +
      'repeat the transaction',
    { cause },
  )
}
