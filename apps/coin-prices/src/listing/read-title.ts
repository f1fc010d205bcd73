import { denominationOf } from '../coin/denomination.ts'
import type { Grade, Market } from '../coin/grade.ts'
import { namesService, parseGrade } from '../coin/parse-grade.ts'
import { type ExclusionReason, excludingWords, namesSeveralYears } from './excluding-words.ts'

/** What the title of a listing states about a coin. */
export type TitleFacts = {
  /** Lower-case words and numbers of the title. */
  readonly words: ReadonlySet<string>
  readonly years: readonly number[]
  /** The mint marks that stand beside a year or before the word mint. */
  readonly mintMarks: readonly string[]
  readonly denomination?: string | undefined
  readonly grade?: Grade | undefined
  readonly market: Market
  readonly certificate?: string | undefined
  readonly exclusions: readonly ExclusionReason[]
}

// with the digit of an overdate, then the mint mark: 1942/41-D
const year =
  /(?<![\d#.$,]|# |\bkm ?)(1[5-9]\d\d|20[0-4]\d)(?:\/\d{1,2}(?!\d))?(?:[\s/-]?(cc|p|d|s|o|w|c|m)(?![a-z\d])|-?([abefghj])(?![a-z\d]))?(?![\d])(?![a-z]{2})/gi
const mintMarkApart = /\b(cc|[dsowp])[- ]mint\b/i
const noMintMark = /\b(?:no|without) mint ?mark\b/i
const mintWord = /\b(carson city|san francisco|new orleans|denver|philadelphia|west point|charlotte|dahlonega)\b/i
const mintMarks: Readonly<Record<string, string>> = {
  'carson city': 'CC',
  'san francisco': 'S',
  'new orleans': 'O',
  denver: 'D',
  philadelphia: '',
  'west point': 'W',
  charlotte: 'C',
  dahlonega: 'D',
}
const certificate =
  /(?:\b(?:PCGS|NGC|ANACS|ICG|CACG|cert(?:ificate)?|serial)\b\D{0,20}?|#\s?)(\d{7,10}(?:-\d{3})?)(?!\d)/i
const proof = /\b(proofs?|prf|pf|pr|dcam|deep cameo|ultra cameo)(\b|\d)/i
const proofLike = /\bproof[- ]?like\b/i

/** Reads a title. It states only what it says; it is not compared with any coin. */
export function readTitle(title: string): TitleFacts {
  const grade = parseGrade(title)
  const years: number[] = []
  const marks: string[] = []
  for (const [, digits, common, rare] of title.matchAll(year)) {
    years.push(Number(digits))
    const mark = common ?? rare
    if (mark !== undefined) marks.push(markOf(mark))
  }
  const apart = mintMarkApart.exec(title)?.[1] ?? (marks.length === 0 ? /\bCC\b/.exec(title)?.[0] : undefined)
  if (apart !== undefined) marks.push(markOf(apart))
  if (noMintMark.test(title)) marks.push('')
  const named = mintWord.exec(title)?.[1]?.toLowerCase()
  if (named !== undefined) marks.push(mintMarks[named] ?? '')
  return {
    words: wordsOf(title),
    years,
    mintMarks: marks,
    denomination: denominationOf(title),
    grade,
    market: marketIn(title, grade),
    certificate: certificate.exec(title)?.[1],
    exclusions: exclusionsOf(title),
  }
}

function exclusionsOf(title: string): readonly ExclusionReason[] {
  return excludingWords
    .filter(([reason, pattern]) => pattern.test(title) || (reason === 'several-coins' && namesSeveralYears(title)))
    .map(([reason]) => reason)
}

const markOf = (mark: string) => (mark.toUpperCase() === 'P' ? '' : mark.toUpperCase())

/** Lower-case words and numbers, without marks and accents. */
export function wordsOf(text: string): ReadonlySet<string> {
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  return new Set(plain.match(/[\p{L}\p{N}]+/gu))
}

function marketIn(title: string, grade: Grade | undefined): Market {
  if (grade?.prefix === 'PR' || (proof.test(title) && !proofLike.test(title))) return 'proof'
  return grade?.service !== undefined || namesService(title) ? 'graded' : 'raw'
}
