import { PawlError } from '../../errors.ts'

/** Not started before its time was up. */
export class ExpiredError extends PawlError {
  constructor() {
    super('expired', 'not started before its time was up')
  }
}
