import type { Context } from 'hono'
import type { Page } from '../archive/archives.ts'
import { hasTag } from './has-tag.ts'

/** What browsers show as an image and nothing else. */
const shown = /^image\/(jpeg|png|gif|webp|avif|bmp|jxl|tiff|heic|heif)$/

/** An image, or 304 for who has this version. It is made only where it is sent. */
export async function sendImage(c: Context, version: string, make: () => Promise<Page>): Promise<Response> {
  const tag = `"${version}"`
  // the address stays when the file behind it changes: it is asked for again, and mostly answered with a 304
  const headers = { ETag: tag, 'Cache-Control': 'private, max-age=300' }
  if (hasTag(c.req.header('If-None-Match'), tag)) return c.body(null, 304, headers)
  const { bytes, type } = await make()
  const safe: Record<string, string> = shown.test(type)
    ? { 'Content-Type': type }
    : { 'Content-Type': 'application/octet-stream', 'Content-Disposition': 'attachment' }
  const sent = { ...headers, ...safe, 'Content-Length': String(bytes.length) }
  return c.body(bytes as Uint8Array<ArrayBuffer>, 200, sent)
}
