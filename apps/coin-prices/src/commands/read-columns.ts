import { ProblemError } from '@pawl/app'

/** Columns by field, as in `title=Name,year=3,note=`. An import checks fields and columns against the file. */
export function readColumns(text: string | boolean | undefined): Readonly<Record<string, string | number | null>> {
  if (typeof text !== 'string') return {}
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [, field, column] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(part) ?? []
      if (field === undefined || column === undefined) {
        throw new ProblemError(
          400,
          'invalid-columns',
          `--columns: expected field=column, as in title=Name; got '${part}'`,
        )
      }
      if (column === '') return [field, null]
      return [field, /^\d{1,4}$/.test(column) ? Number(column) : column]
    }),
  )
}
