import { name } from '@pawl/app/api'

export const collectorName = name.refine((text) => text.trim() === text, 'expected no blanks at its ends')
