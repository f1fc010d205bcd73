import type { Dispatcher } from 'undici'
import { type Bytes, decode, isKnownEncoding } from './decode.ts'
import { HttpError } from './errors.ts'
import { GrowingBytes } from './growing-bytes.ts'
import { translateError } from './translate-error.ts'

type Reading = {
  readonly method: string
  readonly maxBytes: number
  /** The request, for messages. */
  readonly where: string
  readonly onPiece?: ((piece: Uint8Array) => void) | undefined
}

/** More of them serve nobody but an attacker, for whom each one multiplies. */
const mostEncodings = 5

/** The decoded body, and the number of bytes that came for it. Stops at the first byte too many, as sent or as decoded. */
export async function readBody(
  response: Dispatcher.ResponseData,
  reading: Reading,
): Promise<{ readonly body: Uint8Array; readonly bytes: number }> {
  if (hasNoBody(response, reading.method)) {
    // not read: undici takes a 304 that says how long its 200 would be for a broken one
    await response.body.dump()
    return { body: new Uint8Array(), bytes: 0 }
  }
  refuseAnnounced(response, reading)
  let bytes = 0
  const received = limited(receive(response.body, reading.where), reading, (length) => {
    bytes += length
  })
  const decoded = encodingsOf(response, reading.where).reduceRight<Bytes>(
    (chunks, encoding) => limited(decode(chunks, encoding), reading),
    received,
  )
  const body = new GrowingBytes()
  try {
    for await (const chunk of decoded) {
      body.append(chunk)
      tell(chunk, reading)
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    const what = `${reading.where}: the body cannot be decompressed: ${(error as Error).message}`
    throw new HttpError('broken-response', what, { cause: error })
  }
  return { body: body.take(), bytes }
}

/** An error of whoever listens is none of the answer's. */
function tell(piece: Uint8Array, { onPiece }: Reading): void {
  try {
    onPiece?.(piece)
  } catch {}
}

/** So that an error of another kind can only be a decoder's. */
async function* receive(body: Bytes, where: string): Bytes {
  try {
    yield* body
  } catch (error) {
    throw translateError(error, where)
  }
}

async function* limited(chunks: Bytes, { maxBytes, where }: Reading, onChunk?: (length: number) => void): Bytes {
  let total = 0
  for await (const chunk of chunks) {
    total += chunk.length
    if (total > maxBytes) {
      throw new HttpError('response-too-large', `${where}: the body has more than the allowed ${maxBytes} bytes`)
    }
    onChunk?.(chunk.length)
    yield chunk
  }
}

function hasNoBody({ statusCode }: Dispatcher.ResponseData, method: string): boolean {
  return method === 'HEAD' || statusCode === 204 || statusCode === 304
}

function refuseAnnounced({ headers }: Dispatcher.ResponseData, { maxBytes, where }: Reading): void {
  const announced = Number(headers['content-length'] ?? 0)
  if (announced <= maxBytes || Number.isNaN(announced)) return
  throw new HttpError(
    'response-too-large',
    `${where}: the body has ${announced} bytes, and ${maxBytes} are the most allowed`,
  )
}

/** In the order in which they were applied. */
function encodingsOf({ headers }: Dispatcher.ResponseData, where: string): readonly string[] {
  const encodings = [headers['content-encoding'] ?? []]
    .flat()
    .flatMap((value) => value.toLowerCase().split(','))
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity')
  if (encodings.length <= mostEncodings && encodings.every(isKnownEncoding)) return encodings
  throw new HttpError(
    'unknown-encoding',
    `${where}: the body is encoded in a way that was not asked for; gzip, deflate and br are understood`,
  )
}
