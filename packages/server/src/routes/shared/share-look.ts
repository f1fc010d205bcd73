/**
 * Shares a look at the database among the clients that ask for the same. One look runs at a time, and all who ask meanwhile share the
 * next: an answer is never older than its question, and any number of readers costs one look after the other.
 */
export function shareLook<T>(look: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const begin = () => {
    const begun = look().finally(() => {
      if (running === begun) running = undefined
    })
    running = begun
    return begun
  }
  return () => {
    if (next !== undefined) return next
    if (running === undefined) return begin()
    const after = () => {
      next = undefined
      return begin()
    }
    next = running.then(after, after)
    return next
  }
}
