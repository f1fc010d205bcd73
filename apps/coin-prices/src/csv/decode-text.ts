import { TextDecoder } from 'node:util'

/** What a file that a person exports is encoded in. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Text of a file of unknown encoding, chunk by chunk. A byte order mark decides. Without one, zero bytes tell UTF-16. The rest is UTF-8
 * until its first non-ASCII bytes are not valid UTF-8; from there on it is Windows-1252. Invalid bytes in text that has shown itself as
 * UTF-8 become U+FFFD.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decode: ((chunk: Buffer, isLast: boolean) => string) | undefined
  let held = Buffer.alloc(0)
  for await (const chunk of bytes) {
    held = Buffer.concat([held, chunk])
    if (decode === undefined && held.length < sampleBytes) continue
    decode ??= decoderOf(held)
    yield decode(held, false)
    held = Buffer.alloc(0)
  }
  decode ??= decoderOf(held)
  yield decode(held, true)
}

const sampleBytes = 256

function decoderOf(start: Buffer): (chunk: Buffer, isLast: boolean) => string {
  const encoding = encodingOf(start)
  if (encoding === 'utf-8') return utf8OrWindows()
  const decoder = new TextDecoder(encoding)
  return (chunk, isLast) => decoder.decode(chunk, { stream: !isLast })
}

function encodingOf(start: Buffer): Exclude<Encoding, 'windows-1252'> {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [index, byte] of start.subarray(0, sampleBytes).entries()) if (byte === 0) zeros[index % 2]! += 1
  const pairs = Math.floor(Math.min(start.length, sampleBytes) / 2)
  if (pairs > 0 && zeros[1]! > pairs / 2) return 'utf-16le'
  return pairs > 0 && zeros[0]! > pairs / 2 ? 'utf-16be' : 'utf-8'
}

/** Everything before the first non-ASCII bytes reads the same in both encodings, so the choice can wait for them. */
function utf8OrWindows(): (chunk: Buffer, isLast: boolean) => string {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true })
  let chosen: Encoding | undefined
  let isFirst = true
  let held = Buffer.alloc(0)
  return (chunk, isLast) => {
    const whole = Buffer.concat([held, chunk])
    const end = isLast || chosen === 'windows-1252' ? whole.length : endOfWholeCharacters(whole)
    held = Buffer.from(whole.subarray(end))
    const part = whole.subarray(0, end)
    chosen ??= part.every((byte) => byte < 0x80) ? undefined : isValid(strict, part) ? 'utf-8' : 'windows-1252'
    const text = chosen === 'windows-1252' ? fromWindows1252(part) : lenient.decode(part)
    const withoutMark = isFirst && text.startsWith('\ufeff') ? text.slice(1) : text
    isFirst &&= part.length === 0
    return withoutMark
  }
}

function isValid(strict: TextDecoder, part: Buffer): boolean {
  try {
    strict.decode(part)
    return true
  } catch {
    return false
  }
}

/** Where the last character begins that the chunk has only in part. */
function endOfWholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return bytes.length
    if (byte < 0xc0) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return back < needed ? bytes.length - back : bytes.length
  }
  return bytes.length
}

// Not TextDecoder: some releases of Node decode windows-1252 as latin1, which loses the euro sign and all curly quotes.
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function fromWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (letter) => windows1252[letter.charCodeAt(0) - 0x80]!)
}
