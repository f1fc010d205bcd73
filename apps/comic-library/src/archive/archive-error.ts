import { PawlError } from 'pawl'
import type { ArchiveWarningCode } from './archive-facts.ts'

/**
 * - `no-such-page`: the archive has no entry of this name, or it is not a page
 * - `bad-image`: the page cannot be decoded
 * - `image-bomb`: it has more pixels than the limit allows
 */
export type ArchiveErrorCode = ArchiveWarningCode | 'no-such-page' | 'bad-image' | 'image-bomb'

/** Why a page of an archive cannot be had. Trying again does not help while the file is the same, but for `timeout` and `crashed`. */
export class ArchiveError extends PawlError {
  declare readonly code: ArchiveErrorCode

  constructor(code: ArchiveErrorCode, message: string) {
    super(code, message)
  }
}
