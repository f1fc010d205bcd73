/** What went wrong, for programs. The message is for people: what was expected, what came, what to do. */
export type EmbeddedErrorCode =
  | 'no-binary'
  | 'binary-does-not-run'
  | 'folder-unusable'
  | 'folder-unreachable'
  | 'folder-unfinished'
  | 'other-version'
  | 'other-owner'
  | 'password-missing'
  | 'password-refused'
  | 'initdb-failed'
  | 'start-failed'
  | 'start-timeout'
  | 'stop-timeout'
  | 'database-gone'

/**
 * The only kind of error this package throws on purpose.
 *
 * @example
 * try {
 *   await startEmbedded({ dataDir: '.pawl' })
 * } catch (error) {
 *   if (error instanceof EmbeddedError && error.code === 'no-binary') console.error('Set DATABASE_URL')
 * }
 */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
  readonly code: EmbeddedErrorCode

  constructor(code: EmbeddedErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
