export type { AppEntry, LazyApp } from './config/app-entry.ts'
export { defineConfig } from './config/define-config.ts'
export type { PawlConfig } from './config/pawl-config.ts'
