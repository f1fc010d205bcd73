export { defineConfig } from './config/define-config.ts'
export type { PawlConfig } from './config/pawl-config.ts'
