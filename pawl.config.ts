import { defineConfig } from '@pawl/cli'
import { hello } from './examples/hello/app.ts'

/** What `npm start` runs: every application there is. */
export default defineConfig({ apps: [hello] })
