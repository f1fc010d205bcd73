#!/usr/bin/env node
import { runPawl } from './run-pawl.ts'

process.exitCode = await runPawl(process.argv.slice(2), {
  env: process.env,
  print: (line) => console.log(line),
  say: (line) => console.error(line),
})
