import type { ThumbnailOptions } from '../archives.ts'
import { ReadError } from './read-error.ts'

/** A page that is taller than this, of a comic made for scrolling, is cut below: its cover would be a strip. */
const tallest = 2
const shape = 1.5

export async function makeThumbnail(
  bytes: Buffer,
  { width, format }: ThumbnailOptions,
  limitInputPixels: number,
): Promise<Buffer> {
  // not before it is needed: most processes only look at archives
  const { default: sharp } = await import('sharp')
  // one image at a time and one thread for it: there are as many processes as the machine should work with
  sharp.concurrency(1)
  sharp.cache(false)
  try {
    const image = sharp(bytes, { limitInputPixels, failOn: 'truncated', sequentialRead: true })
    const { width: wide, height: high } = await image.metadata()
    if (wide * high > limitInputPixels) throw new Error('pixel limit')
    const target = Math.min(width, wide)
    const isStrip = high > wide * tallest
    const resized = isStrip
      ? image.resize({ width: target, height: Math.round(target * shape), fit: 'cover', position: 'top' })
      : image.resize({ width: target })
    // more effort would take a third longer, and make it a twentieth smaller
    const encoded = format === 'webp' ? resized.webp({ quality: 75, effort: 0 }) : resized.jpeg({ quality: 80 })
    return await encoded.toBuffer()
  } catch (error) {
    const { message } = error as Error
    if (/pixel limit/i.test(message)) throw new ReadError('image-bomb', 'the page has more pixels than we decode')
    throw new ReadError('bad-image', 'the page cannot be decoded')
  }
}
