import type { Finding } from 'pawl'
import type { CommandBody, CommandContext } from '../command.ts'
import { hidePassword } from '../config/hide-password.ts'
import type { Project } from '../config/project.ts'
import type { Settings } from '../config/settings.ts'
import { exitCode } from '../exit-code.ts'
import { explainError } from '../explain-error.ts'
import type { Palette } from '../terminal/palette.ts'
import { table } from '../terminal/table.ts'

export const doctor: CommandBody = {
  options: [{ flags: '--json', text: 'print an object with `settings` and `findings`' }],
  examples: [
    ['pawl doctor', 'when something is wrong, or before it is'],
    ['pawl doctor --json | jq .findings', 'for programs; the exit code is 1 when something is bad'],
  ],
  async run(context) {
    const { options, terminal, print } = context
    const project = await context.project()
    const settings = inForce(project)
    const isJson = options.json === true
    if (!isJson) for (const line of [...settingLines(project, settings), '']) print(line)
    const { findings, code } = await examine(context)
    if (isJson) print(JSON.stringify({ config: project.file ?? null, settings, findings }, null, 2))
    else for (const finding of findings) print(asText(finding, terminal.colours))
    return code
  },
}

type InForce = { readonly setting: string; readonly value: unknown; readonly from: string }

/** What is shown instead of nothing, and of secrets. */
function inForce({ settings }: Project): readonly InForce[] {
  const shown: { [Name in keyof Settings]: (value: Settings[Name]['value']) => unknown } = {
    url: (url) => (url === undefined ? 'embedded PostgreSQL' : hidePassword(url)),
    dataDir: (folder) => folder,
    host: (host) => host,
    port: (port) => port,
    token: (token) => (token === undefined ? 'made at the first start, kept in dataDir' : '(secret)'),
    apps: (names) => names?.join(', ') ?? 'all of the configuration',
    workers: (count) => count ?? 'none of their own: pawl up works itself',
    logLevel: (level) => level,
  }
  return (Object.keys(shown) as (keyof Settings)[]).map((name) => {
    const { value, from } = settings[name]
    return { setting: name, value: (shown[name] as (value: unknown) => unknown)(value), from }
  })
}

function settingLines({ file, entries }: Project, settings: readonly InForce[]): string[] {
  const lines = table<InForce>(
    [
      { head: 'SETTING', cell: ({ setting }) => setting },
      { head: 'IN FORCE', cell: ({ value }) => String(value) },
      { head: 'FROM', cell: ({ from }) => from },
    ],
    settings,
  )
  const names = entries.map(({ name }) => name).join(', ') || 'none'
  return [`configuration: ${file ?? 'no pawl.config.ts here or above'}; applications: ${names}`, '', ...lines]
}

/** A database that cannot be reached is a finding too, and the rest of the report is there all the same. */
async function examine(context: CommandContext): Promise<{ findings: readonly Finding[]; code: number }> {
  try {
    const { pawl } = await context.session({ mayBeBehind: true })
    const findings = await pawl.doctor()
    return { findings, code: findings.some(({ status }) => status === 'bad') ? exitCode.failed : exitCode.done }
  } catch (error) {
    const { exitCode: code, message } = await explainError(error)
    return { findings: [{ check: 'database', status: 'bad', value: 'cannot be used', advice: message }], code }
  }
}

function asText({ check, status, value, advice }: Finding, { good, warn, bad }: Palette): string {
  const paint = status === 'ok' ? good : status === 'warn' ? warn : bad
  const line = `${paint(status.padEnd(5))} ${check.padEnd(22)} ${value}`
  return advice === null ? line : `${line}\n      ${advice}`
}
