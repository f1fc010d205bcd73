import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { scoreNames } from '../src/names/score-names.ts'

// Says how well file names are read, on a table of names and of what they tell. It needs no database:
//   node tools/run.mjs apps/comic-library/tools/score-names.ts FILE

const text = z.string().optional()
const table = z.array(
  z.object({
    filename: z.string(),
    expected: z.object({ series: text, issue: text, volume: text, year: text, issue_count: text, title: text }),
  }),
)
const shape = '[{ "filename": "...", "expected": { "series": "...", "issue": "..." } }, ...]'

function readTable(file: string): z.infer<typeof table> {
  try {
    return table.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new Error(`${file} is not a table of names: expected a JSON file with ${shape}`, { cause })
  }
}

function main(file: string | undefined): number {
  if (file === undefined) {
    console.error('Say which table: node tools/run.mjs apps/comic-library/tools/score-names.ts FILE')
    return 2
  }
  const { differences, names, right, fields, rightFields } = scoreNames(readTable(file))
  for (const { filename, field, expected, found } of differences) {
    console.log(`${filename}\n  ${field}: expected ${JSON.stringify(expected)}, read ${JSON.stringify(found)}`)
  }
  console.log(`${right} of ${names} names, ${rightFields} of ${fields} fields`)
  return 0
}

try {
  process.exitCode = main(process.argv[2])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
