import type { PageRule } from './page-rule.ts'

const slowMs = 2_000
const heavy = 500 * 1024

export const performanceRules: readonly PageRule[] = [
  {
    rule: 'slow',
    area: 'performance',
    severity: 'medium',
    message: 'The page took more than two seconds to come.',
    isBroken: ({ durationMs }) => durationMs > slowMs && `${(durationMs / 1000).toFixed(1)} s`,
  },
  {
    rule: 'heavy',
    area: 'performance',
    severity: 'medium',
    message: 'The HTML alone has more than 500 KB.',
    isBroken: ({ bytes }) => bytes > heavy && `${Math.round(bytes / 1024)} KB`,
  },
]
