import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Command, CommandGroup } from '../src/command.ts'
import { isGroup } from '../src/command.ts'
import { configKeys } from '../src/config/pawl-config.ts'
import { readSettings } from '../src/config/settings.ts'
import { exitCode } from '../src/exit-code.ts'
import { loadCommands } from '../src/load-commands.ts'

const doc = (name: string) => readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8')

/** The part of a guide below this heading. */
function section(text: string, heading: string): string {
  const [, below = ''] = text.split(`\n### ${heading}\n`)
  return below.split(/\n##+ /)[0]!
}

const commands = (await loadCommands(() => true)) as readonly (Command | CommandGroup)[]

const all = commands.flatMap((one): [call: string, command: Command][] =>
  isGroup(one)
    ? one.commands.map((command) => [`pawl ${one.name} ${command.name}`, command])
    : [[`pawl ${one.name}`, one]],
)

test.each(all)(
  'docs/cli.md says of %s what it takes, shows a call, and gives its exit codes',
  (call, { options = [] }) => {
    const text = section(doc('cli'), call)
    expect(text).toMatch(/Exit codes?: 0/)
    expect(text).toContain(call)
    const isLikeUp = call === 'pawl dev'
    for (const { flags } of isLikeUp ? [] : options) expect(text).toContain(flags.split(' ')[0])
  },
)

test('docs/cli.md lists the exit codes there are', () => {
  const listed = [...doc('cli').matchAll(/^\| (\d) \| /gm)].map(([, code]) => Number(code))
  expect(listed).toEqual(Object.values(exitCode))
})

test('docs/configuration.md lists every setting and every key', () => {
  const text = doc('configuration')
  const settings = readSettings({ flags: {}, env: {}, config: {}, file: undefined, folder: '/' })
  const listed = [...text.matchAll(/^\| `(\w+)` \| (`--|\|)/gm)].map(([, name]) => name)
  expect(listed).toEqual(Object.keys(settings))
  const [, keys = ''] = text.split('| key | |')
  for (const key of configKeys) expect(keys).toContain(`\`${key}\``)
})
