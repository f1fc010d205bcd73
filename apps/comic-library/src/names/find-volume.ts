/** A number or a range of them, and where it stands. */
export type Found = {
  readonly at: number
  readonly end: number
  readonly first: string
  readonly last: string | null
}

const number = String.raw`\d{1,4}(?:\.\d+)?`
/** With spaces around the dash a range says again that it is one: 'v6 - 10' is number 10 of volume 6. */
const range = String.raw`(?<first>${number})(?:-(?:v(?:ol)?\.?\s?)?(?<last>${number})|\s?-\s?v(?:ol)?\.?\s?(?<spacedLast>${number}))?`
const edge = String.raw`(?<![\p{L}\p{N}])`
const shapes: readonly RegExp[] = [
  new RegExp(
    String.raw`${edge}(?:v|vols?\.?|volumes?|tome|tomo|band|bd\.|том|season|[st](?=\d\d))\s?\.?\s?${range}(?![\p{L}\d.]*\d)(?!\p{L})`,
    'iu',
  ),
  // one digit is a mark in capitals alone; at the beginning it is one where nothing or a dash follows: 'T2 Judgment Day' is a name
  /(?:(?<=[\s\0])|^(?=[TS]\d\s*(?:$|[\0-])))[TS](?<first>\d)(?:-[TS]?(?<last>\d{1,3}))?(?=$|[\s\0,:-])/u,
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
    const { first, last, spacedLast } = found.groups!
    return { at: found.index, end: found.index + found[0].length, first: first!, last: last ?? spacedLast ?? null }
  }
  return undefined
}
