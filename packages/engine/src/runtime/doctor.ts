import { takeVitals } from '../postgres/doctor.ts'
import { listen } from '../postgres/listener.ts'
import type { Runner } from '../postgres/runner.ts'
import { diagnose, type Finding, withoutSchema } from './diagnose.ts'

export type DoctorParts = {
  readonly url: string
  readonly pooler: boolean
  readonly runner: Runner
  readonly keepMs: number
}

const proveWithinMs = 2_000

/** Looks at the database that a Pawl works on, and says what is well and what is not. */
export class Doctor {
  readonly #parts: DoctorParts

  constructor(parts: DoctorParts) {
    this.#parts = parts
  }

  async examine(): Promise<Finding[]> {
    const { runner, keepMs } = this.#parts
    const vitals = await takeVitals(runner, Date.now)
    const listening = await this.#listening()
    return vitals === undefined ? [withoutSchema, listening] : [...diagnose(vitals, keepMs), listening]
  }

  /** Sends a notification to ourselves: a pooler takes LISTEN and never delivers. */
  async #listening(): Promise<Finding> {
    const check = 'listen'
    if (this.#parts.pooler) return { check, status: 'ok', value: 'polling, behind a pooler', advice: null }
    const listening = await listen(this.#parts.url, () => {}, proveWithinMs)
    await listening?.close()
    if (listening !== undefined) return { check, status: 'ok', value: 'delivered', advice: null }
    const advice =
      'No notification came back: is there a pooler before PostgreSQL? Then set `pooler: true`. Workers poll.'
    return { check, status: 'warn', value: 'not delivered', advice }
  }
}
