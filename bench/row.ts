import type { Result } from './figures/result.ts'
import type { Bench } from './harness/bench.ts'

/**
 * A row of the benchmark: one file in rows/, which exports it as `row`. It may have several results, when one measurement
 * answers several questions.
 */
export type Row = {
  readonly name: string
  /** It takes so long that it runs only when `--only` asks for it. */
  readonly long?: true
  run(bench: Bench): Promise<readonly Result[]>
}
