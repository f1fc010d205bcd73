import { register } from 'node:module'

// Frames of errors name lines of the sources.
process.setSourceMapsEnabled(true)
register('./hooks.mjs', import.meta.url)
