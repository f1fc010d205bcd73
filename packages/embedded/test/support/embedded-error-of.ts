import { EmbeddedError } from '../../src/index.ts'

/** The error that a promise is expected to end with. */
export async function embeddedErrorOf(promise: Promise<unknown>): Promise<EmbeddedError> {
  const error = await promise.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  )
  if (error instanceof EmbeddedError) return error
  throw new Error('expected an EmbeddedError', { cause: error })
}
