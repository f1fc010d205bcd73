import { z } from '@pawl/app/api'

/** What is no number of a page is that of none. */
export const pageNumber = z
  .string()
  .regex(/^\d{1,6}$/, 'expected a number')
  .transform(Number)
  .openapi({ type: 'integer', example: 1 })

/** Pages are made smaller for small screens. What is no width is none: some apps leave the place for it as it is, `{maxWidth}`. */
export const pageWidth = z
  .string()
  .max(100)
  .optional()
  .transform((text) => (/^0*[1-9]\d{0,4}$/.test(text ?? '') ? Math.min(Math.max(Number(text), 16), 10_000) : undefined))
  .openapi({ type: 'integer', example: 1200, description: 'no wider than so many pixels' })
