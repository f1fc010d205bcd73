/** On errors of Pawl's own connections. A symbol: errors of other connections have the same codes and words. */
const mark = Symbol('pawl.own-connection')

/** Causes are followed to this depth: an error can be its own cause. */
const maxCauses = 10

/** PostgreSQL ended the session as its transaction was left idle, or took too long: the fault of what ran in it. */
const timeLimits: ReadonlySet<unknown> = new Set(['25P03', '25P04'])

/** Marks an error that arose as Pawl could not connect, or lost a connection of its own. Returns the error. */
export function markOwnConnection<E>(error: E): E {
  if (error instanceof Error && !timeLimits.has((error as { code?: unknown }).code))
    Reflect.defineProperty(error, mark, { value: true })
  return error
}

/** Finds the error of a connection of Pawl's own: the error itself, or one of its causes. */
export function findOwnConnection(error: unknown): Error | undefined {
  let cause = error
  for (let depth = 0; depth < maxCauses && cause instanceof Error; depth++) {
    if (Object.hasOwn(cause, mark)) return cause
    cause = cause.cause
  }
  return undefined
}
