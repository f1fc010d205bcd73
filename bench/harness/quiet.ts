import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { treeCpuTicks } from '../servers/process-cpu.ts'
import { type CpuTicks, type CpuUse, cpuUse, parseCpuTicks } from './cpu-use.ts'

/** More than this taken by others spoils a measurement. */
const disturbedPercent = 10
const lookMs = 200

/**
 * Sees to it that measurements are made on a quiet machine: it waits for one, and measures again when others came between.
 * How long it does so in all is bounded; when its patience is used up it takes what it gets, and the figures say so.
 */
export class Quiet {
  readonly #processes: readonly number[]
  readonly #log: (line: string) => void
  #patienceMs: number
  /** The last measurement was not disturbed: then there is no need to look before the next. */
  #isCalm = false

  constructor(processes: readonly number[], patienceMs: number, log: (line: string) => void) {
    this.#processes = processes
    this.#patienceMs = patienceMs
    this.#log = log
  }

  async measure<T>(run: () => Promise<T>): Promise<{ value: T; use: CpuUse }> {
    for (;;) {
      await this.#calm()
      const startedAt = performance.now()
      const before = this.#ticks()
      const value = await run()
      const use = cpuUse(before, this.#ticks())
      this.#isCalm = !isDisturbed(use)
      if (this.#isCalm || this.#patienceMs <= 0) return { value, use }
      this.#patienceMs -= performance.now() - startedAt
      this.#log(`  disturbed by others (${(use.othersPercent + use.stealPercent).toFixed(0)} %): once more`)
    }
  }

  async #calm(): Promise<void> {
    while (!this.#isCalm && this.#patienceMs > 0) {
      const startedAt = performance.now()
      const before = this.#ticks()
      await pause(lookMs)
      this.#isCalm = !isDisturbed(cpuUse(before, this.#ticks()))
      if (this.#isCalm) return
      this.#patienceMs -= performance.now() - startedAt
    }
  }

  #ticks(): CpuTicks {
    return parseCpuTicks(readFileSync('/proc/stat', 'utf8'), treeCpuTicks(this.#processes))
  }
}

function isDisturbed({ othersPercent, stealPercent }: CpuUse): boolean {
  return othersPercent + stealPercent > disturbedPercent
}
