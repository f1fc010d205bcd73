import { type FetchAnswer, PawlError } from 'pawl'

/** A source has answered something that cannot be what was asked for. It may pass, so it is worth another try. */
export function badAnswer(source: string, expected: string, answer: FetchAnswer, cause?: unknown): PawlError {
  const type = answer.headers.get('content-type') ?? 'no content type'
  const got = `${answer.status}, ${type}, ${answer.body.length} bytes`
  const hint = 'if it lasts, its address or its interface has changed'
  return new PawlError('bad-answer', `${source}: expected ${expected}; got ${got}; ${hint}`, { cause })
}
