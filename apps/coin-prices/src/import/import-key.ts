import { createHash } from 'node:crypto'
import type { Intake } from '../coin/intake.ts'

/** Gives each coin of one file its key, in the order of the file. */
export type ImportKeys = (intake: Intake) => string

/**
 * Keys for the coins of one file: the same file gives the same keys again, whatever its encoding, delimiter or order of columns. A key is
 * a hash over what the coin is and how it was bought, with a number for the second of two equal rows. Notes, pictures and a later sale
 * are not part of it, so that a file with these changed adds no coin twice.
 */
export function importKeys(): ImportKeys {
  const seen = new Map<string, number>()
  return (intake) => {
    const hash = createHash('sha256').update(identityOf(intake)).digest('hex').slice(0, 32)
    const count = (seen.get(hash) ?? 0) + 1
    seen.set(hash, count)
    return count === 1 ? hash : `${hash}-${count}`
  }
}

function identityOf({ issuer, denomination, year, mintMark, series, title, grade, ...rest }: Intake): string {
  const { certificate, pcgsNumber, numistaNumber, kmNumber, quantity, boughtOn, paidCents, paidFeesCents, currency } =
    rest
  const parts = [
    ...[issuer, denomination, year, mintMark, series, title, grade, certificate, pcgsNumber, numistaNumber, kmNumber],
    ...[quantity, boughtOn, paidCents, paidFeesCents, currency],
  ]
  return JSON.stringify(parts.map((part) => (typeof part === 'string' ? plain(part) : (part ?? null))))
}

const plain = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
