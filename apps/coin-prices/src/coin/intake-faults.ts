import type { Intake } from './intake.ts'

/** What is wrong with a coin whose fields are right one by one. */
export type IntakeFault = { readonly field: keyof Intake; readonly expected: string }

/** Compares the fields of a coin with each other. */
export function intakeFaults(intake: Intake): readonly IntakeFault[] {
  const { status, boughtOn, soldOn, soldCents, soldFeesCents } = intake
  const faults: IntakeFault[] = []
  if (identifying.every((field) => intake[field] === undefined)) {
    faults.push({ field: 'title', expected: 'a title, series, denomination, certificate or catalogue number' })
  }
  if (status !== 'sold' && [soldOn, soldCents, soldFeesCents].some((part) => part !== undefined)) {
    faults.push({ field: 'status', expected: 'sold, because the coin has a sale' })
  }
  if (boughtOn !== undefined && soldOn !== undefined && soldOn < boughtOn) {
    faults.push({ field: 'soldOn', expected: `a sale not before the purchase on ${boughtOn}` })
  }
  return faults
}

const identifying = [
  ...(['title', 'series', 'denomination', 'certificate', 'pcgsNumber', 'numistaNumber', 'kmNumber'] as const),
]
