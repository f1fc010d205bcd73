/** Only what cannot carry a program: no SVG. Each with the bytes it begins with; a dot stands for any of them. */
const beginnings: readonly (readonly [type: string, beginning: string])[] = [
  ['image/jpeg', 'ff d8 ff'],
  ['image/png', '89 50 4e 47 0d 0a 1a 0a'],
  ['image/gif', '47 49 46 38 37 61'],
  ['image/gif', '47 49 46 38 39 61'],
  ['image/webp', '52 49 46 46 . . . . 57 45 42 50'],
  ['image/avif', '. . . . 66 74 79 70 61 76 69 66'],
  ['image/avif', '. . . . 66 74 79 70 61 76 69 73'],
  ['image/bmp', '42 4d . . . . 00 00 00 00'],
  ['image/tiff', '49 49 2a 00'],
  ['image/tiff', '4d 4d 00 2a'],
  ['image/jxl', 'ff 0a'],
  ['image/jxl', '00 00 00 0c 4a 58 4c 20 0d 0a 87 0a'],
]
const shapes = beginnings.map(([type, bytes]) => ({
  type,
  bytes: bytes.split(' ').map((byte) => (byte === '.' ? undefined : Number.parseInt(byte, 16))),
}))

/** A media type. */
export function imageTypeOf(image: Uint8Array): string | undefined {
  return shapes.find(({ bytes }) => bytes.every((byte, index) => byte === undefined || byte === image[index]))?.type
}
