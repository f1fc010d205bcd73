import { denominationOf } from '../coin/denomination.ts'
import type { Intake } from '../coin/intake.ts'
import { parseGrade } from '../coin/parse-grade.ts'
import type { CertifiedCoin } from '../sources/coin-source.ts'

/** The fields that a look-up can know. */
export type CertifiedField =
  | 'issuer'
  | 'denomination'
  | 'year'
  | 'mintMark'
  | 'series'
  | 'title'
  | 'grade'
  | 'certificate'
  | 'pcgsNumber'
  | 'numistaNumber'
  | 'kmNumber'

/** A field in which a person and a service differ. What the person typed stays. */
export type Conflict = {
  readonly field: CertifiedField
  readonly typed: string | number
  readonly found: string | number
}

export type Merged = {
  readonly intake: Intake
  readonly filled: readonly CertifiedField[]
  readonly conflicts: readonly Conflict[]
}

/** Fills what a person left open with what a service knows of the certificate. What is typed is never overwritten. */
export function mergeCertified(intake: Intake, coin: CertifiedCoin): Merged {
  const merged: { -readonly [Field in keyof Intake]: Intake[Field] } = { ...intake }
  const filled: CertifiedField[] = []
  const conflicts: Conflict[] = []
  const merge = <Field extends CertifiedField>(field: Field, found: Intake[Field]) => {
    if (found === undefined) return
    const typed = intake[field]
    if (typed === undefined) {
      merged[field] = found
      filled.push(field)
    } else if (!same[field](String(typed), String(found))) conflicts.push({ field, typed, found })
  }
  merge('issuer', coin.issuer)
  merge('denomination', coin.denomination)
  merge('year', coin.year)
  merge('mintMark', coin.mintMark)
  merge('series', coin.series)
  merge('title', coin.title)
  merge('grade', coin.gradeText)
  merge('certificate', coin.certificate)
  merge('pcgsNumber', coin.catalogue?.pcgs)
  merge('numistaNumber', coin.catalogue?.numista)
  merge('kmNumber', coin.catalogue?.km)
  return { intake: merged, filled, conflicts }
}

type Same = (typed: string, found: string) => boolean

const exactly: Same = (typed, found) => typed === found
const digits: Same = (typed, found) => typed.replace(/\D/g, '') === found.replace(/\D/g, '')

/** What a person writes in other words is no conflict. A title is free text, so it never is one. */
const same: Readonly<Record<CertifiedField, Same>> = {
  issuer: (typed, found) => countryOf(typed) === countryOf(found),
  denomination: (typed, found) => sameWords(typed, found) || sameDenomination(typed, found),
  year: exactly,
  mintMark: (typed, found) => markOf(typed) === markOf(found),
  series: sameWords,
  title: () => true,
  grade: sameGrade,
  certificate: digits,
  pcgsNumber: digits,
  numistaNumber: digits,
  kmNumber: (typed, found) => plain(typed).replace(/^km#? ?/, '') === plain(found).replace(/^km#? ?/, ''),
}

const plain = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()
const markOf = (mark: string) => (mark.toUpperCase() === 'P' ? '' : mark.toUpperCase())

function countryOf(text: string): string {
  const name = plain(text).replace(/\./g, '')
  return /^(us|usa|united states( of america)?|america)$/.test(name) ? 'us' : name
}

/** `Morgan` and `Morgan Dollar` are the same: one has all words of the other. */
function sameWords(typed: string, found: string): boolean {
  const [own, other] = [new Set(plain(typed).split(' ')), new Set(plain(found).split(' '))]
  const [small, large] = own.size <= other.size ? [own, other] : [other, own]
  return [...small].every((word) => large.has(word))
}

function sameDenomination(typed: string, found: string): boolean {
  const own = denominationOf(typed)
  return own !== undefined && own === denominationOf(found)
}

/** A grade that leaves out its service, plus or designation is the same grade; another number is another grade. */
function sameGrade(typed: string, found: string): boolean {
  const [own, other] = [parseGrade(typed), parseGrade(found)]
  if (own === undefined || other === undefined) return plain(typed) === plain(found)
  const agrees = (a: unknown, b: unknown) => a === undefined || b === undefined || a === b
  return (
    own.prefix === other.prefix &&
    agrees(own.number, other.number) &&
    agrees(own.isPlus, other.isPlus) &&
    agrees(own.designation, other.designation) &&
    agrees(own.service, other.service) &&
    (own.isDetails ?? false) === (other.isDetails ?? false)
  )
}
