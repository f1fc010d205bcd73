import { Pawl } from './pawl.ts'
import type { PawlOptions } from './pawl-options.ts'

/**
 * Makes a Pawl. Nothing is connected until it is needed.
 *
 * @example
 * ```ts
 * const pawl = createPawl({ url: process.env.DATABASE_URL!, jobs: [greet] })
 * await pawl.start()
 * await pawl.enqueue(greet, { name: 'Ada' })
 * await pawl.stop()
 * ```
 */
export function createPawl(options: PawlOptions): Pawl {
  return new Pawl(options)
}
