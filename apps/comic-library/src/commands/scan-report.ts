import type { AppLive } from '@pawl/server'
import { counted } from '../reader/grouped.ts'
import type { ScanPhase, ScanView } from '../reader/scan-of.ts'
import type { PhaseName } from '../reader/scan-phase-line.ts'

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
  readonly #told = new Set<PhaseName>()
  readonly #said = new Map<PhaseName, number>()

  constructor(live: AppLive) {
    this.#live = live
  }

  update({ phases, counts }: ScanView): void {
    for (const phase of phases) {
      if (phase.state === 'complete') this.#complete(phase)
      else if (phase.state === 'running' && !this.#live.isSeen) {
        this.#step(phase, phase.phase === 'discovery' ? counts.filesFound : phase.done)
      }
    }
    const left = phases.filter(({ phase }) => !this.#told.has(phase))
    this.#live.show(left.map((phase) => this.#bar(phase)))
  }

  end(): void {
    this.#live.end()
  }

  #complete({ phase, line }: ScanPhase): void {
    if (this.#told.has(phase)) return
    this.#told.add(phase)
    this.#live.say(line)
  }

  #step({ phase, line }: ScanPhase, done: number): void {
    if (done < (this.#said.get(phase) ?? 0) + everyFiles) return
    this.#said.set(phase, done)
    this.#live.say(line)
  }

  #bar({ phase, state, done, total, failed, perSecond, leftMs, line }: ScanPhase): string {
    const title = titles[phase]
    if (state === 'waiting') return `${title} ${this.#live.bar(0, barColumns)}`
    // what is not known to end has no bar to fill
    const share = total === null || total === 0 ? 0 : (done + failed) / total
    const rate = perSecond === null ? '' : `, ${Math.round(perSecond)}/s`
    const left = leftMs === null || leftMs === 0 ? '' : `, ${counted(Math.ceil(leftMs / 1_000), 'second')} left`
    return `${title} ${this.#live.bar(share, barColumns)} ${line}${rate}${left}`
  }
}
