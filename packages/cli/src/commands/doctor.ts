import { createPawl, type Finding } from 'pawl'
import type { Command } from '../command.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'look at the database and say what is to be done; exits with 1 when something is bad',
  flags: {
    json: { type: 'boolean', text: 'print a JSON array of findings' },
    'keep-days': { type: 'string', text: 'how long history is kept, if not for fourteen days' },
  },
  async run({ url, flags, print }) {
    const keepDays = flags['keep-days'] === undefined ? 14 : Number(flags['keep-days'])
    if (!(keepDays > 0)) throw new Error(`--keep-days must be a number of days; got '${flags['keep-days']}'`)
    const pawl = createPawl({ url, jobs: [], retention: { keepMs: keepDays * 86_400_000 } })
    try {
      const findings = await pawl.doctor()
      if (flags.json === true) print(JSON.stringify(findings, null, 2))
      else for (const finding of findings) print(asText(finding))
      return findings.some(({ status }) => status === 'bad') ? 1 : 0
    } finally {
      await pawl.stop()
    }
  },
}

function asText({ check, status, value, advice }: Finding): string {
  const line = `${status.padEnd(5)} ${check.padEnd(22)} ${value}`
  return advice === null ? line : `${line}\n      ${advice}`
}
