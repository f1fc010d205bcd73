import { Pawl } from '../runtime/pawl.ts'
import type { PawlOptions } from '../runtime/pawl-options.ts'

/**
 * A Pawl whose `job.commit` writes even when the lease is lost. It exists for one purpose: a proof that counts effects must be
 * able to find doubled ones, and this is what makes them.
 *
 * @example
 * ```ts
 * const pawl = createPawlWithoutFence({ url, jobs: [greet] })
 * ```
 */
export function createPawlWithoutFence(options: PawlOptions): Pawl {
  return new Pawl(options, { fenced: false })
}
