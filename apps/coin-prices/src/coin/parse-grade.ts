import type { Grade } from './grade.ts'

const service = /\b(PCGS|NGC|ANACS|ICG|CACG|ICCS)\b/i
const numbered = /\b(MS|PRF|PR|PF|SP|BU|UNC|AU|XF|EF|VF|VG|F|G|AG|FR|PO)[\s-]?0?(70|[1-6]\d|[1-9])(\+|(?!\d))/gi
const words: readonly (readonly [RegExp, string])[] = [
  [/\b(proof|prf|pf)\b(?![- ]?like)/i, 'PR'],
  [/\b(about|almost)[ -](unc(irculated)?)\b|\ba[- ]?unc\b/i, 'AU'],
  // not au, which is French and the sign of gold
  [/\bAU\b/, 'AU'],
  [/\b(uncirculated|uncirc|unc|bu|mint state)\b/i, 'MS'],
  [/\b(extremely|extra|ef|xf)[ -]fine\b|\b(xf|ef)\b/i, 'XF'],
  [/\bvery fine\b|\bvf\b/i, 'VF'],
  [/\bvery good\b|\bvg\b/i, 'VG'],
  [/\b(about|almost) good\b/i, 'AG'],
  // not the fineness of a metal
  [
    /(?<!\.\d{1,4} |\d oz |pure |\d )\bfine\b(?! (silver|gold|copper|platinum|detail|art|luster|lustre|coin|toning))/i,
    'F',
  ],
]
const designation =
  /(?<![a-z])(DMPL|DPL|PL|DCAM|UCAM|CAM|ultra cameo|deep cameo|cameo|RD|RB|BN|FBL|FB|FS|FH)\b|(?<=\b(?:PR|PF)[\s-]?\d\d[\s-]?)(DC|UC)\b/i
const details =
  /(?<!\b(?:no|not|never|non|without)[ -])\b(cleaned|damaged?|scratched|holed|corroded|polished|whizzed|bent|repaired)\b|\b(?:unc|uncirculated|fine|good|pcgs|ngc|anacs|icg|bu|(?:ms|pr|pf|sp|au|xf|ef|vf|vg|f|ag|g|fr)[\s-]?\d{0,2})\W{1,3}det(?:ails?|\.)|\b(?:pcgs|ngc|anacs|icg)\W{1,3}genuine\b/i
const canonicalPrefix: Readonly<Record<string, string>> = {
  PF: 'PR',
  PRF: 'PR',
  EF: 'XF',
  BU: 'MS',
  UNC: 'MS',
}
const canonicalDesignation: Readonly<Record<string, string>> = {
  'ULTRA CAMEO': 'DCAM',
  'DEEP CAMEO': 'DCAM',
  UCAM: 'DCAM',
  DC: 'DCAM',
  UC: 'DCAM',
  CAMEO: 'CAM',
  DPL: 'DMPL',
}

/** Reads a grade out of a title or of what a person typed. Undefined: no grade is stated, and none is invented. */
export function parseGrade(text: string): Grade | undefined {
  const found = numberedGrade(text) ?? wordGrade(text)
  if (found === undefined) return undefined
  const by = service.exec(text)?.[1]?.toUpperCase()
  const [, stated, attached] = designation.exec(text) ?? []
  const surface = (stated ?? attached)?.toUpperCase()
  return {
    ...found,
    ...(by === undefined ? {} : { service: by }),
    ...(surface === undefined ? {} : { designation: canonicalDesignation[surface] ?? surface }),
    ...(details.test(text) ? { isDetails: true } : {}),
  }
}

/** The first prefix with a number that it can have: in `1964-F 50C MS65` it is the second. */
function numberedGrade(text: string): Grade | undefined {
  for (const [, letters = '', digits, plus] of text.matchAll(numbered)) {
    const prefix = canonicalPrefix[letters.toUpperCase()] ?? letters.toUpperCase()
    const number = Number(digits)
    if (isOnScale(prefix, number)) return plus === '+' ? { prefix, number, isPlus: true } : { prefix, number }
  }
  return undefined
}

function wordGrade(text: string): Grade | undefined {
  const prefix = words.find(([pattern]) => pattern.test(text))?.[1]
  return prefix === undefined ? undefined : { prefix }
}

/** The numbers that each prefix can have; 'MS12' or 'F 70' is no grade. */
function isOnScale(prefix: string, number: number): boolean {
  const [low, high] = scale[prefix] ?? [1, 70]
  return number >= low && number <= high
}

const scale: Readonly<Record<string, readonly [number, number]>> = {
  ...{ MS: [60, 70], PR: [1, 70], SP: [1, 70], AU: [50, 58], XF: [40, 45], VF: [20, 35] },
  ...{ F: [12, 15], VG: [8, 10], G: [4, 6], AG: [3, 3], FR: [2, 2], PO: [1, 1] },
}

/** Whether a text names a grading service. */
export function namesService(text: string): boolean {
  return service.test(text)
}
