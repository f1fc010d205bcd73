import { defineJob } from 'pawl'
import { z } from 'zod'

const body = z.object({ n: z.number().int() })
const key = ({ n }: { n: number }) => `key-${n}`

/** One type for each mode of a key. */
export const keyJobs = {
  live: defineJob({ type: 'live', body, key, run: () => {} }),
  window: defineJob({ type: 'window', body, key, keyMode: 'window', keyWindowMs: 3_600_000, run: () => {} }),
  forever: defineJob({ type: 'forever', body, key, keyMode: 'forever', run: () => {} }),
} as const
