import { HttpError } from './errors.ts'

export type Hop = {
  /** Of the answer that redirected. */
  readonly status: number
  /** Where that answer came from. */
  readonly url: string
}

type AnswerParts = {
  readonly status: number
  readonly headers: Headers
  /** Decompressed. */
  readonly body: Uint8Array
  /** Of the body, as it was sent. */
  readonly bytes: number
  /** Where this answer came from, after all redirects. */
  readonly url: string
  /** The redirects on the way, the first one first. */
  readonly hops: readonly Hop[]
  /** From the request to the last byte, of the last one where there were redirects. */
  readonly durationMs: number
}

export type Answer = AnswerParts & {
  /** In the charset that the headers name; UTF-8 where they name none. */
  text(): string
  json(): unknown
}

export function answerOf(parts: AnswerParts): Answer {
  return {
    ...parts,
    text: () => new TextDecoder(charsetOf(parts.headers.get('content-type'))).decode(parts.body),
    json: () => parseJson(parts),
  }
}

function charsetOf(contentType: string | null): string {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).encoding
  } catch {
    return 'utf-8'
  }
}

/** JSON is UTF-8 whatever the headers say. */
function parseJson({ url, status, body }: AnswerParts): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch (error) {
    const what = `the answer of ${new URL(url).origin} (status ${status}, ${body.length} bytes) is not JSON`
    throw new HttpError('broken-response', what, { cause: error })
  }
}
