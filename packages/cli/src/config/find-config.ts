import { existsSync } from 'node:fs'
import path from 'node:path'

export const configNames = ['pawl.config.ts', 'pawl.config.mts', 'pawl.config.js', 'pawl.config.mjs'] as const

/** The configuration in force in a folder: its own, or that of the nearest folder above it. */
export function findConfig(folder: string): string | undefined {
  for (const name of configNames) {
    const file = path.join(folder, name)
    if (existsSync(file)) return file
  }
  const parent = path.dirname(folder)
  return parent === folder ? undefined : findConfig(parent)
}
