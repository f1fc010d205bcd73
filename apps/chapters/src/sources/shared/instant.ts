import { z } from 'zod'

/** No clock of a source is trusted beyond these: PostgreSQL has no year 0, and nobody reads in the year 10,000. */
const earliest = Date.UTC(1900, 0, 1)
const latest = Date.UTC(9999, 0, 1)

/** An instant as text or as ms since 1970. */
export const instant = z
  .union([z.string().min(1), z.number()])
  .transform((value) => new Date(typeof value === 'string' && /^\d{11,}$/.test(value) ? Number(value) : value))
  .refine((date) => date.getTime() >= earliest && date.getTime() <= latest, 'is no instant')
