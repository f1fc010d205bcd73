import type { ExitCode } from './exit-code.ts'

/** What a person can put right: one sentence that says what is wrong, and what to do. It is shown without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}
