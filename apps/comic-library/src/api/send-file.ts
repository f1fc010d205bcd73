import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { ProblemError } from '@pawl/app'
import type { Context } from 'hono'
import { type ByteRange, byteRange } from './byte-range.ts'
import { hasTag } from './has-tag.ts'

export type SentFile = { readonly name: string; readonly type: string }

/** A file, or the part of it that `Range` asks for, out of a handle that is closed when all is sent or the client has gone. */
export async function sendFile(c: Context, handle: FileHandle, file: SentFile): Promise<Response> {
  try {
    const { size, mtimeNs, mtime } = await handle.stat({ bigint: true })
    const tag = `"${size.toString(36)}-${mtimeNs.toString(36)}"`
    const headers = {
      ETag: tag,
      'Last-Modified': mtime.toUTCString(),
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'private, no-cache',
    }
    if (hasTag(c.req.header('If-None-Match'), tag)) {
      await handle.close()
      return c.body(null, 304, headers)
    }
    const range = wantedRange(c, tag, mtime, Number(size))
    if (range === 'none') {
      throw new ProblemError(
        416,
        'no-such-range',
        `expected a range within ${size} bytes; got ${c.req.header('Range')}`,
        {
          headers: { 'Content-Range': `bytes */${size}` },
        },
      )
    }
    return await send(c, handle, range, Number(size), { ...headers, ...about(file) })
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** A part is of the version that the client knows, or it gets the whole of the new one. */
function wantedRange(c: Context, tag: string, mtime: Date, size: number): ByteRange | 'whole' | 'none' {
  const known = c.req.header('If-Range')
  if (known !== undefined && known !== tag && known !== mtime.toUTCString()) return 'whole'
  return byteRange(c.req.header('Range'), size)
}

async function send(
  c: Context,
  handle: FileHandle,
  range: ByteRange | 'whole',
  size: number,
  headers: Record<string, string>,
): Promise<Response> {
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range
  const length = { 'Content-Length': String(end - start + 1) }
  const status = range === 'whole' ? 200 : 206
  const part = range === 'whole' ? length : { ...length, 'Content-Range': `bytes ${start}-${end}/${size}` }
  // nobody reads the body of a HEAD, so nobody would close the file
  if (c.req.method === 'HEAD' || size === 0) {
    await handle.close()
    return c.body(null, status, { ...headers, ...part })
  }
  const body = Readable.toWeb(handle.createReadStream({ start, end, highWaterMark: 256 * 1024 }))
  return c.body(body as ReadableStream, status, { ...headers, ...part })
}

function about({ name, type }: SentFile): Record<string, string> {
  // RFC 6266: a plain name for old programs, the real one for the others
  const plain = name.replace(/[^\u0020-\u007e]|["\\%]/g, '_')
  const real = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${real}`,
  }
}
