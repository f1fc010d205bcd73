import type { Grade } from './grade.ts'

const service = /\b(PCGS|NGC|ANACS|ICG|CACG)\b/i
const numbered = /\b(MS|PR|PF|PRF|SP|BU|UNC|AU|XF|EF|VF|VG|F|G|AG|FR|PO|P)[\s-]?(70|[1-6]\d|[1-9])(\+|(?!\d))/i
const words: readonly (readonly [RegExp, string])[] = [
  [/\b(proof|prf|pf)\b/i, 'PR'],
  [/\b(gem|choice|brilliant)?\s*(uncirculated|unc|bu|gem bu|mint state)\b/i, 'MS'],
  [/\b(about|almost) (uncirculated|unc)\b/i, 'AU'],
  [/\b(extremely|extra) fine\b|\b(xf|ef)\b/i, 'XF'],
  [/\bvery fine\b|\bvf\b/i, 'VF'],
  [/\bvery good\b|\bvg\b/i, 'VG'],
  [/\b(about|almost) good\b/i, 'AG'],
  [/\bfine\b/i, 'F'],
]
const designation = /(?<![a-z])(DMPL|DPL|PL|DCAM|UCAM|CAM|ultra cameo|deep cameo|cameo|RD|RB|BN|FBL|FB|FS|FH)\b/i
const details = /\b(details|genuine|cleaned|damage[d]?|scratched|holed|corroded|polished|whizzed|bent|repaired)\b/i
const canonicalPrefix: Readonly<Record<string, string>> = {
  PF: 'PR',
  PRF: 'PR',
  EF: 'XF',
  BU: 'MS',
  UNC: 'MS',
  P: 'PO',
}
const canonicalDesignation: Readonly<Record<string, string>> = {
  'ULTRA CAMEO': 'DCAM',
  'DEEP CAMEO': 'DCAM',
  UCAM: 'DCAM',
  CAMEO: 'CAM',
  DPL: 'DMPL',
}

/** Reads a grade out of a title or of what a person typed. Undefined: no grade is stated, and none is invented. */
export function parseGrade(text: string): Grade | undefined {
  const found = numberedGrade(text) ?? wordGrade(text)
  if (found === undefined) return undefined
  const by = service.exec(text)?.[1]?.toUpperCase()
  const surface = designation.exec(text)?.[1]?.toUpperCase()
  return {
    ...found,
    ...(by === undefined ? {} : { service: by }),
    ...(surface === undefined ? {} : { designation: canonicalDesignation[surface] ?? surface }),
    ...(details.test(text) ? { isDetails: true } : {}),
  }
}

function numberedGrade(text: string): Grade | undefined {
  const [, letters, digits, plus] = numbered.exec(text) ?? []
  if (letters === undefined) return undefined
  const prefix = canonicalPrefix[letters.toUpperCase()] ?? letters.toUpperCase()
  const number = Number(digits)
  if (!isOnScale(prefix, number)) return undefined
  return plus === '+' ? { prefix, number, isPlus: true } : { prefix, number }
}

function wordGrade(text: string): Grade | undefined {
  const about = words.find(([, prefix]) => prefix === 'AU')
  if (about?.[0].test(text)) return { prefix: 'AU' }
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
