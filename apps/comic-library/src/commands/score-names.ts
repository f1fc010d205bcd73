import { readFile } from 'node:fs/promises'
import type { AppCommand } from '@pawl/server'
import { PawlError } from 'pawl'
import { z } from 'zod'
import { scoreNames } from '../names/score-names.ts'

const text = z.string().optional()
const table = z.array(
  z.object({
    filename: z.string(),
    expected: z.object({ series: text, issue: text, volume: text, year: text, issue_count: text, title: text }),
  }),
)

/** Says how well file names are read, on a table of names and of what they tell. */
export const scoreNamesCommand: AppCommand = {
  name: 'score-names',
  readOnly: true,
  summary: 'read a table of file names and say how many are read as it expects',
  args: ['<file>'],
  examples: ['pawl comics score-names filenames.json'],
  async run({ args: [file = ''], json, print, say }) {
    const score = scoreNames(await readTable(file))
    if (json) print(JSON.stringify(score))
    else {
      for (const { filename, field, expected, found } of score.differences) {
        print(`${filename}\n  ${field}: expected ${JSON.stringify(expected)}, read ${JSON.stringify(found)}`)
      }
      print(`${score.right} of ${score.names} names, ${score.rightFields} of ${score.fields} fields`)
    }
    say(`read ${score.names} names`)
    return 0
  },
}

async function readTable(file: string): Promise<z.infer<typeof table>> {
  const content = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new PawlError('invalid-option', `cannot read the table ${file}: give the path of a JSON file`, { cause })
  })
  const read = table.safeParse(parseJson(content, file))
  if (read.success) return read.data
  const expected = '[{ "filename": "...", "expected": { "series": "...", "issue": "..." } }, ...]'
  throw new PawlError('invalid-option', `${file} is not a table of names: expected ${expected}`, { cause: read.error })
}

function parseJson(content: string, file: string): unknown {
  try {
    return JSON.parse(content)
  } catch (cause) {
    throw new PawlError('invalid-option', `${file} is not JSON`, { cause })
  }
}
