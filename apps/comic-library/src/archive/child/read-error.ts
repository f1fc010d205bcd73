import type { ArchiveErrorCode } from '../archive-error.ts'

/**
 * Why a file cannot be read, as a warning or an error says it. A class of its own, as the errors of others say nothing about
 * whose fault it is.
 */
export class ReadError extends Error {
  readonly code: ArchiveErrorCode

  constructor(code: ArchiveErrorCode, text: string) {
    super(text)
    this.code = code
  }
}
