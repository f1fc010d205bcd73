import { refuseUnknownOptions } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import type { CancelFilter } from './canceller.ts'

export function checkCancelFilter(filter: CancelFilter): void {
  refuseUnknownOptions('cancelMany', filter, ['queue', 'type'])
  if (filter.queue !== undefined || filter.type !== undefined) return
  throw new PawlError('invalid-option', 'cancelMany needs a queue or a type: it would otherwise cancel everything')
}
