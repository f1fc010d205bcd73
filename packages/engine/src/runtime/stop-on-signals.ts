import { checkFunction, refuseUnknownOptions } from '../check-options.ts'
import type { Pawl } from './pawl.ts'

/** Which signals end the process. */
export type StopOnSignalsOptions = {
  /** SIGTERM and SIGINT unless said otherwise. */
  readonly signals?: readonly NodeJS.Signals[]
  /** Called once, after the Pawl has stopped or has failed to and before the process ends: the place to stop an embedded database. */
  readonly afterStop?: () => unknown
}

/**
 * Stops a Pawl when the process is asked to end, then ends the process. The first signal finishes what runs within the grace
 * period, the second hands everything back at once. Exit code 0: nothing was lost; 1: `stop` failed, and the other workers
 * take back what was left. Returns a function that takes the listeners away again.
 *
 * A handler that ignores its abort may never return; that is why the process is ended and not left to end by itself.
 *
 * @example
 * ```ts
 * const pawl = createPawl({ url: process.env.DATABASE_URL!, jobs: [greet] })
 * const forget = stopOnSignals(pawl, { afterStop: () => console.log('stopped') })
 * await pawl.start()
 * // a process that ends by its own decision takes the listeners away
 * forget()
 * await pawl.stop()
 * ```
 */
export function stopOnSignals(pawl: Pawl, options: StopOnSignalsOptions = {}): () => void {
  refuseUnknownOptions('stopOnSignals', options, ['signals', 'afterStop'])
  const { signals = ['SIGTERM', 'SIGINT'], afterStop = () => {} } = options
  checkFunction('afterStop', afterStop)
  let stopping = false
  const onSignal = () => {
    const stopped = pawl.stop()
    // the first call is the one that returns when all connections are closed
    if (!stopping) stopped.finally(() => afterStop()).then(() => process.exit(0), fail)
    else stopped.catch(() => {})
    stopping = true
  }
  for (const signal of signals) process.on(signal, onSignal)
  return () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
}

function fail(error: unknown): never {
  console.error(error)
  process.exit(1)
}
