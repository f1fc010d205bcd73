import { HttpError } from './errors.ts'

type Limits = {
  /** The request, for messages. */
  readonly where: string
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  /** Ends the run with its own reason. */
  readonly closing: AbortSignal
}

/**
 * Runs something that must end in time or when its caller loses interest. It rejects at that very moment: a request that waits
 * for a name or a connection does not listen to its signal before it has one.
 */
export async function withDeadline<T>(limits: Limits, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { where, timeoutMs, signal: caller, closing } = limits
  const controller = new AbortController()
  const { signal } = controller
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const onTimeout = () =>
    controller.abort(new HttpError('request-timeout', `${where}: no complete answer within ${timeoutMs} ms`))
  const onAbort = () =>
    controller.abort(new HttpError('request-aborted', `${where}: aborted by the caller`, { cause: caller?.reason }))
  const onClose = () => controller.abort(closing.reason)

  const timer = setTimeout(onTimeout, timeoutMs)
  caller?.addEventListener('abort', onAbort)
  closing.addEventListener('abort', onClose)
  try {
    if (closing.aborted) onClose()
    if (caller?.aborted) onAbort()
    return await Promise.race([ended, signal.aborted ? ended : run(signal)])
  } catch (error) {
    // what an aborted request throws by itself says less
    throw signal.aborted ? signal.reason : error
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', onAbort)
    closing.removeEventListener('abort', onClose)
  }
}
