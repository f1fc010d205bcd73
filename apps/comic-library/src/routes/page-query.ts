import { z } from '@pawl/server/routes'

/** What is no number of a page is that of none. */
export const pageNumber = z
  .string()
  .regex(/^\d{1,6}$/, 'expected a number')
  .transform(Number)
  .openapi({ type: 'integer', example: 1 })

/** Pages are made smaller for small screens. Zero and none: as they are. */
export const pageWidth = z
  .string()
  .regex(/^\d{0,5}$/, 'expected a number of pixels')
  .transform((text) => (Number(text) === 0 ? undefined : Math.min(Math.max(Number(text), 16), 10_000)))
  .optional()
  .openapi({ type: 'integer', example: 1200, description: 'no wider than so many pixels' })
