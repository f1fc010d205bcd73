import type { Migration } from 'pawl'
import type { CommandBody } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import { Progress } from '../terminal/progress.ts'

export const migrate: CommandBody = {
  options: [
    { flags: '--dry-run', text: 'change nothing, and print the SQL that would be run' },
    { flags: '--json', text: 'print an array of migrations' },
  ],
  needsApps: 'all',
  examples: [
    ['pawl migrate', 'before a new release starts'],
    ['pawl migrate --dry-run > changes.sql', 'for somebody to read first'],
  ],
  async run(context) {
    const { options, print, say } = context
    const [{ migrateApp }, { migrateServer }] = await Promise.all([import('@pawl/app'), import('@pawl/server/migrate')])
    const session = await context.session({ mayCreate: true, mayBeBehind: true })
    const dryRun = options.dryRun === true
    const progress = new Progress(context.terminal, 'migrating')
    const applied: Applied[] = []
    const warnings: string[] = []
    session.pawl.on('schema.shadowed', ({ advice }) => warnings.push(advice))
    try {
      const add = (schema: string, steps: readonly Migration[]) => {
        for (const { number, title, sql } of steps) applied.push({ schema, number, title, ...(dryRun ? { sql } : {}) })
      }
      add('pawl', await session.pawl.migrate({ dryRun }))
      add('server', await migrateServer(session.url, { dryRun }))
      for (const app of (await context.project()).apps) add(app.name, await migrateApp(session.url, app, { dryRun }))
    } finally {
      progress.end()
    }
    if (options.json === true) print(JSON.stringify(applied, null, 2))
    else for (const each of applied) print(lineOf(each))
    for (const warning of warnings) say(`warning: ${warning}`)
    if (applied.length === 0) say('the schema is up to date')
    else if (dryRun) say(`${applied.length} migrations would be applied`)
    return exitCode.done
  },
}

type Applied = { readonly schema: string; readonly number: number; readonly title: string; readonly sql?: string }

function lineOf({ schema, number, title, sql }: Applied): string {
  const name = schema === 'pawl' ? `${number}` : `${schema} ${number}`
  return sql === undefined ? `applied ${name}: ${title}` : `-- migration ${name}: ${title}\n${sql}`
}
