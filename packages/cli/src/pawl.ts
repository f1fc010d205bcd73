#!/usr/bin/env node
import { runPawl } from './run-pawl.ts'
import { processTerminal } from './terminal/terminal.ts'

const { env } = process
// whoever reads has read enough, as in `pawl jobs list | head`
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(0))
const code = await runPawl(process.argv.slice(2), { env, folder: process.cwd(), terminal: processTerminal(env) })
// a handler that ignores its abort, or a connection of an application, would keep the process; what was written goes out first
process.stdout.write('', () => process.exit(code))
