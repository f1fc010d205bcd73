import { name, z } from '@pawl/app/api'

export const chapterNumber = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,9})?$/, "expected a decimal, as in '45.5'")
  .openapi({ example: '45.5' })
export const languages = z
  .array(z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/, "expected a language, as in 'en' or 'pt-br'"))
  .max(50)
  .openapi({ example: ['en', 'pt-br'] })
export const readerName = name.refine((text) => text.trim() === text, 'expected no blanks at its ends')
