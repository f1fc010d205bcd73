import type { AppLive } from '@pawl/app'
import { counted, grouped } from '../api/grouped.ts'
import type { ScanPhase, ScanView } from '../api/scan-of.ts'
import type { PhaseName } from '../api/scan-phase-line.ts'

/** Where nobody looks, a phase tells so often how far it is. */
const everyFiles = 100
const barColumns = 24

const titles: Readonly<Record<PhaseName, string>> = {
  discovery: 'Discovery',
  metadata: 'Metadata ',
  series: 'Series   ',
  linking: 'Linking  ',
  covers: 'Covers   ',
}

/**
 * A scan, told as it gets on: in a terminal a bar for each phase that is drawn over, else a line for each hundred files. What a
 * phase came to stays in both.
 */
export class ScanReport {
  readonly #live: AppLive
  /** How many files there were last time: what the walk can be compared with. */
  readonly #expected: number
  readonly #told = new Set<PhaseName>()
  readonly #said = new Map<PhaseName, number>()

  constructor(live: AppLive, expected: number) {
    this.#live = live
    this.#expected = expected
  }

  update({ phases, counts }: ScanView): void {
    const shown = phases.map((phase) =>
      phase.phase === 'discovery' ? { ...phase, done: counts.filesFound, total: this.#expected || null } : phase,
    )
    const complete = shown.filter(({ phase, state }) => state === 'complete' && !this.#told.has(phase))
    for (const { phase } of complete) this.#told.add(phase)
    this.#live.show(shown.filter(({ phase }) => !this.#told.has(phase)).map((phase) => this.#bar(phase)))
    for (const { line } of complete) this.#live.say(line)
    if (this.#live.isSeen) return
    for (const phase of shown) if (phase.state === 'running' && !this.#told.has(phase.phase)) this.#step(phase)
  }

  end(): void {
    this.#live.end()
  }

  #step({ phase, line, done }: ScanPhase): void {
    if (done < (this.#said.get(phase) ?? 0) + everyFiles) return
    this.#said.set(phase, done)
    this.#live.say(line)
  }

  #bar({ phase, state, done, total, failed, perSecond, leftMs, line }: ScanPhase): string {
    const title = titles[phase]
    if (state === 'waiting') return `${title} ${this.#live.bar(0, barColumns)}`
    // what is not known to end has no bar to fill
    const share = total === null || total === 0 ? 0 : (done + failed) / total
    const rate = perSecond === null ? '' : `, ${grouped(Math.round(perSecond))}/s`
    const left = leftMs === null || leftMs === 0 ? '' : `, ${counted(Math.ceil(leftMs / 1_000), 'second')} left`
    return `${title} ${this.#live.bar(share, barColumns)} ${line}${rate}${left}`
  }
}
