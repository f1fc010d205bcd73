import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Row } from './row.ts'

/**
 * All rows of a folder, one a file, in the order of the file names: with `only` the one that is called so, else those whose
 * name has it in it; without it all that are not long.
 */
export async function loadRows(folder: string, only?: string): Promise<Row[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  const rows = await Promise.all(
    files.sort().map(async (file) => {
      const { row } = (await import(pathToFileURL(path.join(folder, file)).href)) as { row?: Row }
      if (row === undefined) throw new Error(`rows/${file} must export its row as \`row\``)
      return { row, file }
    }),
  )
  if (only === undefined) return rows.map(({ row }) => row).filter(({ long }) => long !== true)
  const exact = rows.find(({ row }) => row.name === only)
  const wanted =
    exact === undefined ? rows.filter(({ row, file }) => row.name.includes(only) || file.includes(only)) : [exact]
  if (wanted.length > 0) return wanted.map(({ row }) => row)
  throw new Error(`no row has '${only}' in its name; there are: ${rows.map(({ row }) => `'${row.name}'`).join(', ')}`)
}
