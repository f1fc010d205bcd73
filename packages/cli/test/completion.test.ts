import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { call } from './support/call.ts'

const run = promisify(execFile)

/** What bash would offer for these words, of which the last is being written. */
async function completed(script: string, words: readonly string[]): Promise<string[]> {
  const set = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _pawl`
  const { stdout } = await run('bash', ['-c', `${script}\n${set}\nprintf '%s\\n' "\${COMPREPLY[@]}"`])
  return stdout.split('\n').filter(Boolean)
}

test('bash completes commands, verbs, options, and what an option can be', async () => {
  const { code, out } = await call(['completion', 'bash'])
  expect(code).toBe(0)
  expect(await completed(out, ['pawl', 'do'])).toEqual(['doctor'])
  expect(await completed(out, ['pawl', 'mail', ''])).toEqual([
    'greet',
    'waiting',
    'bounce',
    'deliver',
    'folders',
    '--help',
  ])
  expect(await completed(out, ['pawl', 'dead', 're'])).toEqual(['replay'])
  expect(await completed(out, ['pawl', 'dead', 'replay', 'job_1', '--b'])).toEqual(['--body'])
  expect(await completed(out, ['pawl', 'jobs', 'list', '--status', 're'])).toEqual(['retryable'])
  expect(await completed(out, ['pawl', '--url', 'x', 'jobs', 'sh'])).toEqual(['show'])
})

test('scripts for zsh and fish name every command and option', async () => {
  const [zsh, fish] = [(await call(['completion', 'zsh'])).out, (await call(['completion', 'fish'])).out]
  expect(zsh).toContain("'jobs list')")
  expect(zsh).toContain("'--drain:end when nothing is left in line\\: for cron and serverless'")
  expect(zsh).toContain("'jobs list --status') compadd scheduled pending")
  expect(fish).toContain(
    `complete -c pawl -n '__pawl_at "jobs list"' -l status -d 'only in this state' -x -a 'scheduled pending`,
  )
  expect(fish).toContain(`complete -c pawl -n '__pawl_at "mail"' -a greet -d 'greet somebody later'`)
})
