import { createPawl } from 'pawl'
import type { Command } from '../command.ts'

export const migrate: Command = {
  name: 'migrate',
  summary: 'bring the schema up to date',
  flags: { 'dry-run': { type: 'boolean', text: 'change nothing, and print the SQL that would be run' } },
  async run({ url, flags, print, say }) {
    const dryRun = flags['dry-run'] === true
    const pawl = createPawl({ url, jobs: [] })
    try {
      const migrations = await pawl.migrate({ dryRun })
      for (const { number, title, sql } of migrations) {
        if (dryRun) print(`-- migration ${number}: ${title}\n${sql}`)
        else print(`applied ${number}: ${title}`)
      }
      if (migrations.length === 0) say('the schema is up to date')
      else if (dryRun) say(`${migrations.length} migrations would be applied, in one transaction`)
      return 0
    } finally {
      await pawl.stop()
    }
  },
}
