import type { JobView } from 'pawl'
import type { Palette } from '../../terminal/palette.ts'

/** The colour of a job's state. */
export function statusPaint({ good, warn, bad, faint }: Palette) {
  return (text: string, { status }: Pick<JobView, 'status'>): string => {
    switch (status) {
      case 'succeeded':
        return good(text)
      case 'failed':
        return bad(text)
      case 'retryable':
        return warn(text)
      case 'cancelled':
        return faint(text)
      default:
        return text
    }
  }
}
