import type { ScheduleSpec } from './schedule-spec.ts'
import { ticker } from './ticker.ts'

/** When a spec that holds from an instant on ticks first. A look for what is due need not wait. */
export function firstTick(spec: ScheduleSpec, from: Date): Date {
  return spec.kind === 'due' ? from : ticker(spec, from)(from)
}
