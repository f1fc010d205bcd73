import { type FetchAnswer, PawlError } from 'pawl'

/** The source answers with something else than documented. A retry may help, so the error is retryable. */
export function badAnswer(source: string, expected: string, answer: FetchAnswer, cause?: unknown): PawlError {
  const type = answer.headers.get('content-type') ?? 'no content type'
  const got = `${answer.status}, ${type}, ${answer.body.length} bytes`
  return new PawlError('bad-answer', `${source}: expected ${expected}; got ${got}; check its address and its version`, {
    cause,
  })
}
