import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

export type Bytes = AsyncIterable<Uint8Array>

/** A decoder for a body that begins with this byte. */
const decoders: Readonly<Record<string, (firstByte: number) => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  // by the standard it is zlib's format; some servers leave out its two bytes of header, the first of which ends in 8
  deflate: (firstByte) => ((firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw()),
}

export function isKnownEncoding(encoding: string): boolean {
  return Object.hasOwn(decoders, encoding)
}

/** Decodes as it is read, a few kilobytes ahead. An empty body is empty in every encoding. */
export async function* decode(source: Bytes, encoding: string): Bytes {
  const chunks = source[Symbol.asyncIterator]()
  let first = await chunks.next()
  while (!first.done && first.value.length === 0) first = await chunks.next()
  if (first.done) return
  const start = first.value
  const encoded = async function* () {
    yield start
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  // an error, of the source too, reaches whoever reads the decoder
  yield* pipeline(encoded, decoders[encoding]!(start[0]!), () => {})
}
