/** A number or a range of them, and where it stands. */
export type Found = {
  readonly at: number
  readonly end: number
  readonly first: string
  readonly last: string | null
}

const range = String.raw`(\d{1,4}(?:\.\d+)?)(?:\s?-\s?(?:v(?:ol)?\.?\s?)?(\d{1,4}(?:\.\d+)?))?`
const edge = String.raw`(?<![\p{L}\p{N}])`
const shapes: readonly RegExp[] = [
  new RegExp(
    String.raw`${edge}(?:v|vols?\.?|volumes?|tome|tomo|band|bd\.|том|season|[st](?=\d\d))\s?\.?\s?${range}(?![\p{L}\d.]*\d)(?!\p{L})`,
    'iu',
  ),
  // 'v01c003' has no space between them
  new RegExp(String.raw`${edge}v(?:ol)?\.?${range}(?=c(?:h|hapter)?\.?\s?\d)`, 'iu'),
  new RegExp(String.raw`第?\s?${range}\s?[巻卷冊册권]`, 'u'),
  new RegExp(String.raw`(?:เล่ม(?:ที่)?|권|том)\s?${range}`, 'iu'),
  new RegExp(String.raw`${edge}${range}\s?том(?!\p{L})`, 'iu'),
]

export function findVolume(text: string): Found | undefined {
  for (const shape of shapes) {
    const found = shape.exec(text)
    if (found === null) continue
    const [whole, first, last] = found
    return { at: found.index, end: found.index + whole.length, first: first!, last: last ?? null }
  }
  return undefined
}
