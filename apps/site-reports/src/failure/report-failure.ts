import { PawlError } from 'pawl'

/**
 * Why there is no report: `code` for programs, the message for the person who asked. Unless it may pass, no further attempt is made:
 * its class is then that of a permanent error.
 */
export class ReportFailure extends PawlError {
  readonly isPassing: boolean

  constructor(code: string, message: string, options: { readonly isPassing?: boolean; readonly cause?: unknown } = {}) {
    super(code, message, options.cause === undefined ? undefined : { cause: options.cause })
    this.isPassing = options.isPassing ?? false
  }
}
