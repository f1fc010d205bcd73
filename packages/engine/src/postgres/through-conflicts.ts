import { isConflict } from './is-conflict.ts'

const maxTries = 5

/** Makes a transaction again that PostgreSQL rolled back for another one's sake: nothing of it stands, and it is nobody's fault. */
export async function throughConflicts<T>(
  transact: () => Promise<T>,
  onRepeat: (error: unknown) => void = () => {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact()
    } catch (error) {
      if (tries === maxTries || !isConflict(error)) throw error
      onRepeat(error)
    }
  }
}
