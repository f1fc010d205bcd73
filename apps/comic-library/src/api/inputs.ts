import { name } from '@pawl/app/api'

export const readerName = name.refine(
  (text) => text.trim() === text && !text.includes(':'),
  'expected no blanks at its ends and no colon',
)
export const seriesName = name.refine((text) => text.trim() === text, 'expected no blanks at its ends')
